import { ADDRESS, bytesOf } from '../../relay/mail.ts'
import {
  clientRequest,
  decodedText,
  decodeFrame,
  jsonResponse,
  mailRequest,
  parseRequest,
  parseUpstream,
  stringifyResponse,
  stringifyUpstream,
  templateUpstream,
} from '../../relay/relay.ts'
import { FRAME_TYPE, JSON_TYPE, TEXT_NONCE_BYTES, traffic } from '../../relay/traffic.ts'

interface Context {
  waitUntil(work: Promise<unknown>): void
}

/** A relay whose clients all send the same note. A request of the load stands for it: the client's own is made here. */
export default function relay({ ciphertext }: { readonly ciphertext: number }) {
  const { json, textFrame } = traffic({
    to: ADDRESS,
    nonce: bytesOf(12, 1),
    ciphertext: bytesOf(ciphertext, 2),
  })

  /** What is sent on; to a queue the ciphertext, as it came. */
  async function bodyOf(): Promise<string | Uint8Array<ArrayBuffer>> {
    const { RELAY } = process.env
    if (RELAY === 'naive') return stringifyUpstream(await parseRequest(clientRequest(json, JSON_TYPE)))
    const frame = await decodeFrame(clientRequest(textFrame, FRAME_TYPE), TEXT_NONCE_BYTES)
    if (RELAY !== 'queue') return templateUpstream(decodedText(frame))
    if (!frame.to.includes('@')) throw new TypeError(`'${frame.to}' is no address.`)
    return frame.payload
  }

  return {
    async fetch(_request: Request, _environment?: object, context?: Context): Promise<Response> {
      const { RELAY, UPSTREAM, API = '' } = process.env
      const sent = fetch(mailRequest(`${UPSTREAM}/?${API}`, await bodyOf()))
      if (RELAY === 'early-202') {
        const work = logged(sent)
        context?.waitUntil(work)
        return new Response(null)
      }
      const upstream = await sent
      if (RELAY === 'queue') {
        await upstream.arrayBuffer()
        return new Response(null)
      }
      // The load takes another status for a fault.
      return jsonResponse(stringifyResponse(upstream.ok, await parseUpstream(upstream)), 200)
    },
  }
}

/** What goes on behind an early response: the start of an error goes to the log, which is a server too. */
async function logged(sent: Promise<Response>): Promise<void> {
  const upstream = await sent
  const text = await upstream.text()
  if (upstream.ok) return
  const entry = {
    event: 'mail_api_failure',
    httpStatus: upstream.status,
    detail: text.slice(0, 512),
    ts: Date.now(),
  }
  const kept = await fetch(mailRequest(`${process.env.UPSTREAM}/`, JSON.stringify(entry)))
  await kept.arrayBuffer()
}
