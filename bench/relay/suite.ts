import { Buffer } from 'node:buffer'
import { type Canonical, suite } from 'steelyard'
import { ADDRESS, decrypted, encryptedNote, letterOf, type Note } from './mail.ts'
import {
  accepted,
  answered,
  apiResponse,
  clientRequest,
  type Delivery,
  decodedText,
  decodeFrame,
  encoded,
  FROM,
  type Frame,
  parseRequest,
  parseUpstream,
  type Relayed,
  type SendRequest,
  SUBJECT,
  stringifyResponse,
  stringifyUpstream,
  templateUpstream,
} from './relay.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What goes over the wire, and what the steps are given alone. */
interface Traffic {
  readonly ciphertext: number
  /** The three forms of the client's request. */
  readonly json: Bytes
  readonly rawFrame: Bytes
  readonly textFrame: Bytes
  /** What the JSON form parses to. */
  readonly sendRequest: SendRequest
  /** What the mail API responds with, about 400 bytes. */
  readonly answer: Bytes
  readonly delivery: Delivery
}

const JSON_TYPE = 'application/json'
const FRAME_TYPE = 'application/octet-stream'
const RAW_NONCE_BYTES = 12
const TEXT_NONCE_BYTES = 16

const DELIVERY = {
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

export default suite({
  name: 'relay',
  question:
    'What does a worker that only passes a mail on spend on JSON, and what do the ways around it save?',
  tags: ['streams'],
  // Bytes of ciphertext; a third more in Base64.
  params: { ciphertext: [1600, 16_000, 64_000] },
  setup: async ({ ciphertext }) => traffic(ciphertext, await encryptedNote(ciphertext)),
  baseline: 'naive',
  perCall: true,
  cases: {
    naive: async ({ json, answer }) =>
      answered(stringifyUpstream(await parseRequest(clientRequest(json, JSON_TYPE))), answer),
    'binary-frame': async ({ rawFrame, answer }) => {
      const frame = await decodeFrame(clientRequest(rawFrame, FRAME_TYPE), RAW_NONCE_BYTES)
      return answered(stringifyUpstream(encoded(frame)), answer)
    },
    'template-body': async ({ textFrame, answer }) => {
      const frame = await decodeFrame(clientRequest(textFrame, FRAME_TYPE), TEXT_NONCE_BYTES)
      return answered(templateUpstream(decodedText(frame)), answer)
    },
    'early-202': async ({ textFrame, answer }) => {
      const frame = await decodeFrame(clientRequest(textFrame, FRAME_TYPE), TEXT_NONCE_BYTES)
      return accepted(templateUpstream(decodedText(frame)), answer)
    },
    'parse-request': ({ json }) => parseRequest(clientRequest(json, JSON_TYPE)),
    'stringify-upstream': ({ sendRequest }) => stringifyUpstream(sendRequest),
    'parse-upstream': ({ answer }) => parseUpstream(apiResponse(answer)),
    'stringify-response': ({ delivery }) => stringifyResponse(true, delivery),
    'decode-frame': ({ rawFrame }) => decodeFrame(clientRequest(rawFrame, FRAME_TYPE), RAW_NONCE_BYTES),
  },
  verify: (value: unknown, _traffic, caseId) => {
    switch (caseId) {
      case 'parse-request': {
        const { to, nonce, ciphertext } = value as SendRequest
        return opened(to, nonce, ciphertext)
      }
      case 'decode-frame': {
        const { to, nonce, payload } = value as Frame
        return opened(to, toBase64(nonce), toBase64(payload))
      }
      case 'stringify-upstream':
        return mailOf(value as string)
      case 'parse-upstream':
        return value as Canonical
      case 'stringify-response':
        return JSON.parse(value as string) as Canonical
      default:
        return seen(value as Relayed)
    }
  },
  expected: ({ ciphertext }, caseId) => {
    const letter = letterOf(ciphertext)
    const mail = { from: FROM, to: ADDRESS, subject: SUBJECT, letter }
    const told = { ok: true, id: DELIVERY.id }
    switch (caseId) {
      case 'parse-request':
      case 'decode-frame':
        return { to: ADDRESS, letter }
      case 'stringify-upstream':
        return mail
      case 'parse-upstream':
        return DELIVERY
      case 'stringify-response':
        return told
      case 'early-202':
        return { status: 202, told: null, mail }
      default:
        return { status: 200, told, mail }
    }
  },
})

function traffic(ciphertext: number, note: Note): Traffic {
  const to = new TextEncoder().encode(note.to)
  const sendRequest = { to: note.to, ciphertext: toBase64(note.ciphertext), nonce: toBase64(note.nonce) }
  return {
    ciphertext,
    json: utf8(JSON.stringify(sendRequest)),
    rawFrame: frameOf(to, note.nonce, note.ciphertext),
    textFrame: frameOf(to, utf8(sendRequest.nonce), utf8(sendRequest.ciphertext)),
    sendRequest,
    answer: utf8(JSON.stringify(DELIVERY)),
    delivery: DELIVERY,
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

async function opened(to: string, nonce: string, ciphertext: string): Promise<Canonical> {
  return { to, letter: await decrypted(`${nonce}\n${ciphertext}`) }
}

/** What the recipient of this mail reads. */
async function mailOf(body: string): Promise<Canonical> {
  const { text, ...envelope } = JSON.parse(body)
  return { ...envelope, letter: await decrypted(text) }
}

/** What both ends saw of a request that was relayed. */
async function seen({ response, sent, background }: Relayed): Promise<Canonical> {
  await background
  const told = await response.text()
  return {
    status: response.status,
    told: told === '' ? null : (JSON.parse(told) as Canonical),
    mail: await mailOf(new TextDecoder().decode(await sent)),
  }
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
