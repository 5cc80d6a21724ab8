import type { IncomingMessage, ServerResponse } from 'node:http'
import { DELIVERY } from '../../relay/traffic.ts'

/** Answers each mail with what is asked for: `error=<bytes>` refuses it in as many bytes, `wait=<ms>` takes its time. */
export default function mailApi(request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? '/', 'http://mail')
  const errorBytes = Number(searchParams.get('error'))
  const waitMs = Number(searchParams.get('wait'))
  const answer = () => {
    response.writeHead(errorBytes === 0 ? 200 : 422, { 'Content-Type': 'application/json' })
    response.end(errorBytes === 0 ? JSON.stringify(DELIVERY) : errorOf(errorBytes))
  }
  // A timer takes 1 ms at least.
  request.resume().on('end', () => (waitMs === 0 ? answer() : setTimeout(answer, waitMs)))
}

function errorOf(bytes: number): string {
  const error = { statusCode: 422, name: 'validation_error', message: '' }
  const missing = bytes - JSON.stringify(error).length
  return JSON.stringify({ ...error, message: ''.padEnd(missing, 'The domain is not verified. ') })
}
