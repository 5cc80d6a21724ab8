import { Buffer } from 'node:buffer'
import { ADDRESS, type Note } from './mail.ts'
import {
  type Delivery,
  FROM,
  type SendRequest,
  SUBJECT,
  stringifyResponse,
  templateUpstream,
} from './relay.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What goes over the wire, and what the steps are given alone. */
export interface Traffic {
  /** The three forms of the client's request. */
  readonly json: Bytes
  readonly rawFrame: Bytes
  readonly textFrame: Bytes
  /** What the JSON form parses to. */
  readonly sendRequest: SendRequest
  /** What is sent to the mail API. */
  readonly mail: string
  /** What the mail API responds with, about 400 bytes. */
  readonly answer: Bytes
  readonly delivery: Delivery
  /** What the client is sent. */
  readonly reply: string
}

export const JSON_TYPE = 'application/json'
export const FRAME_TYPE = 'application/octet-stream'
export const RAW_NONCE_BYTES = 12
export const TEXT_NONCE_BYTES = 16

export const DELIVERY = {
  id: 'em_01K3W8Q0ZC2D5R9J7M4T6X1V8B',
  object: 'email',
  status: 'queued',
  from: FROM,
  to: [ADDRESS],
  subject: SUBJECT,
  createdAt: '2025-08-30T07:41:12.845Z',
  scheduledAt: null,
  tags: [{ name: 'kind', value: 'note' }],
  region: 'eu-west-1',
  attempts: 0,
  links: {
    self: 'https://api.transactional-mail.example/emails/em_01K3W8Q0ZC2D5R9J7M4T6X1V8B',
  },
}

export function traffic({ to, nonce, ciphertext }: Note): Traffic {
  const sendRequest = { to, ciphertext: toBase64(ciphertext), nonce: toBase64(nonce) }
  return {
    json: utf8(JSON.stringify(sendRequest)),
    rawFrame: frameOf(utf8(to), nonce, ciphertext),
    textFrame: frameOf(utf8(to), utf8(sendRequest.nonce), utf8(sendRequest.ciphertext)),
    sendRequest,
    mail: templateUpstream(sendRequest),
    answer: utf8(JSON.stringify(DELIVERY)),
    delivery: DELIVERY,
    reply: stringifyResponse(true, DELIVERY),
  }
}

function frameOf(to: Bytes, nonce: Bytes, payload: Bytes): Bytes {
  const frame = new Uint8Array(2 + to.length + nonce.length + payload.length)
  new DataView(frame.buffer).setUint16(0, to.length)
  frame.set(to, 2)
  frame.set(nonce, 2 + to.length)
  frame.set(payload, 2 + to.length + nonce.length)
  return frame
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
