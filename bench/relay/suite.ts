import { type Canonical, suite } from 'steelyard'
import { ADDRESS, decrypted, encryptedNote, letterOf } from './mail.ts'
import {
  accepted,
  answered,
  apiResponse,
  clientRequest,
  constructed,
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
import {
  DELIVERY,
  FRAME_TYPE,
  JSON_TYPE,
  RAW_NONCE_BYTES,
  TEXT_NONCE_BYTES,
  toBase64,
  traffic,
} from './traffic.ts'

export default suite({
  name: 'relay',
  question:
    'What does a worker that only passes a mail on spend on JSON, and what do the ways around it save?',
  tags: ['streams'],
  // Bytes of ciphertext; a third more in Base64.
  params: { ciphertext: [1600, 16_000, 64_000] },
  setup: async ({ ciphertext }) => ({ ciphertext, ...traffic(await encryptedNote(ciphertext)) }),
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
    'construct-objects': ({ mail, reply }) => constructed(mail, reply),
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
      case 'construct-objects': {
        const { request, response } = value as ReturnType<typeof constructed>
        return seen({ response, sent: request.arrayBuffer(), background: null })
      }
      default:
        return seen(value as Relayed)
    }
  },
  expected: ({ ciphertext }, caseId) => {
    const letter = letterOf(ciphertext)
    const mail = { from: FROM, to: ADDRESS, subject: SUBJECT, letter }
    const reply = { ok: true, id: DELIVERY.id }
    switch (caseId) {
      case 'parse-request':
      case 'decode-frame':
        return { to: ADDRESS, letter }
      case 'stringify-upstream':
        return mail
      case 'parse-upstream':
        return DELIVERY
      case 'stringify-response':
        return reply
      case 'early-202':
        return { status: 202, reply: null, mail }
      default:
        return { status: 200, reply, mail }
    }
  },
})

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
  const reply = await response.text()
  return {
    status: response.status,
    reply: reply === '' ? null : (JSON.parse(reply) as Canonical),
    mail: await mailOf(new TextDecoder().decode(await sent)),
  }
}
