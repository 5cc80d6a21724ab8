import { Buffer } from 'node:buffer'

/** What the client sends as JSON; nonce and ciphertext in Base64. */
export interface SendRequest {
  readonly to: string
  readonly ciphertext: string
  readonly nonce: string
}

/** A frame taken apart; both parts are views of the frame. */
export interface Frame {
  readonly to: string
  readonly nonce: Uint8Array
  readonly payload: Uint8Array<ArrayBuffer>
}

/** What the mail API answers to a message that it took. */
export interface Delivery {
  readonly id?: string
}

/** A request that was relayed: what the client got, and the bytes that the mail API was sent. */
export interface Relayed {
  readonly response: Response
  readonly sent: Promise<ArrayBuffer>
  /** What goes on after the client has its answer; null when nothing does. */
  readonly background: Promise<void> | null
}

const MAIL_API = 'https://api.transactional-mail.example/emails'
const MAIL_API_KEY = 'key_5f0c5be1c7a94d0f8e62'
export const FROM = 'noreply@example.com'
export const SUBJECT = 'Encrypted Note'

/** What the client sends, as the server of the runtime would hand it over. */
export function clientRequest(bytes: Uint8Array<ArrayBuffer>, type: string): Request {
  return new Request('https://relay.example/send', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: bytes,
  })
}

/** The answer of the mail API, as `fetch` would return it. */
export function apiResponse(answer: Uint8Array<ArrayBuffer>): Response {
  return new Response(answer, { headers: { 'Content-Type': 'application/json' } })
}

export async function parseRequest(request: Request): Promise<SendRequest> {
  return (await request.json()) as SendRequest
}

/**
 * Takes a frame apart: 2 bytes length of the address, big-endian; the address; the nonce; the ciphertext.
 *
 * @param nonceBytes 12 for raw bytes, 16 for Base64
 */
export async function decodeFrame(request: Request, nonceBytes: number): Promise<Frame> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  const addressEnd = 2 + new DataView(bytes.buffer).getUint16(0)
  const nonceEnd = addressEnd + nonceBytes
  return {
    to: new TextDecoder().decode(bytes.subarray(2, addressEnd)),
    nonce: bytes.subarray(addressEnd, nonceEnd),
    payload: bytes.subarray(nonceEnd),
  }
}

/** Turns the raw bytes of a frame into the Base64 that the mail needs. */
export function encoded({ to, nonce, payload }: Frame): SendRequest {
  return { to, nonce: base64(nonce), ciphertext: base64(payload) }
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64')
}

/** Reads a frame whose nonce and ciphertext are Base64 already. */
export function decodedText({ to, nonce, payload }: Frame): SendRequest {
  const decoder = new TextDecoder()
  return { to, nonce: decoder.decode(nonce), ciphertext: decoder.decode(payload) }
}

export function stringifyUpstream({ to, nonce, ciphertext }: SendRequest): string {
  return JSON.stringify({ from: FROM, to, subject: SUBJECT, text: `${nonce}\n${ciphertext}` })
}

/** Right only because an address that was checked and Base64 hold nothing that JSON must escape. */
export function templateUpstream({ to, nonce, ciphertext }: SendRequest): string {
  return `{"from":"${FROM}","to":"${to}","subject":"${SUBJECT}","text":"${nonce}\\n${ciphertext}"}`
}

export async function parseUpstream(upstream: Response): Promise<Delivery> {
  return (await upstream.json()) as Delivery
}

export function stringifyResponse(ok: boolean, { id }: Delivery): string {
  return JSON.stringify({ ok, id: id ?? null })
}

/** Makes the request and the response of a relay, with their headers, of texts that are there. */
export function constructed(
  mail: string,
  reply: string,
): { readonly request: Request; readonly response: Response } {
  return { request: mailRequest(MAIL_API, mail), response: jsonResponse(reply, 200) }
}

export function mailRequest(url: string, body: string | Uint8Array<ArrayBuffer>): Request {
  return new Request(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MAIL_API_KEY}`, 'Content-Type': 'application/json' },
    body,
  })
}

export function jsonResponse(reply: string, status: number): Response {
  return new Response(reply, { status, headers: { 'Content-Type': 'application/json' } })
}

/** Sends the mail, waits for what the API says and tells the client. */
export async function answered(body: string, answer: Uint8Array<ArrayBuffer>): Promise<Relayed> {
  const { sent, upstreamPromise } = post(body, answer)
  const upstream = await upstreamPromise
  const reply = stringifyResponse(upstream.ok, await parseUpstream(upstream))
  const response = jsonResponse(reply, upstream.status)
  return { response, sent, background: null }
}

/** Sends the mail and tells the client that it was accepted; reads what the API says afterwards. */
export function accepted(body: string, answer: Uint8Array<ArrayBuffer>): Relayed {
  const { sent, upstreamPromise } = post(body, answer)
  // What the platform's waitUntil would be given.
  const background = (async () => {
    const upstream = await upstreamPromise
    const text = await upstream.text()
    if (!upstream.ok) throw new Error(text.slice(0, 512))
  })()
  return { response: new Response(null, { status: 202 }), sent, background }
}

/** Stands in for `fetch`: takes the request's body as bytes, as a network must, and answers at once. */
function post(
  body: string,
  answer: Uint8Array<ArrayBuffer>,
): { readonly sent: Promise<ArrayBuffer>; readonly upstreamPromise: Promise<Response> } {
  const sent = mailRequest(MAIL_API, body).arrayBuffer()
  return { sent, upstreamPromise: sent.then(() => apiResponse(answer)) }
}
