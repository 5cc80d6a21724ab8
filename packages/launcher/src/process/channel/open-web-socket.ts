import { systemCalls } from '../../machine/system-calls.ts'
import type { LaunchError } from '../launch-error.ts'
import { type Channel, tooLong } from './channel.ts'
import { openFrames } from './web-socket.ts'

/**
 * Opens a web socket to a loopback port. Rejects when the server does not accept it.
 *
 * @param onFailure called for a message without an end
 * @param onClose called when either side ends it
 */
export async function openWebSocket(
  port: number,
  onMessage: (message: string) => void,
  onFailure: (error: LaunchError) => void,
  onClose: () => void,
): Promise<Channel> {
  const descriptor = systemCalls()?.connect(port) ?? null
  if (descriptor === null) return openPlainWebSocket(port, onMessage, onClose)
  const socket = await openFrames(descriptor, port, {
    onText: onMessage,
    onClose,
    onTooLong: () => onFailure(tooLong()),
  })
  return {
    send: socket.send,
    lend() {
      socket.pause()
      return { input: descriptor, output: descriptor, framing: 'web socket' }
    },
    takeBack: socket.resume,
    close: socket.close,
  }
}

/** One whose descriptor cannot be lent. */
async function openPlainWebSocket(
  port: number,
  onMessage: (message: string) => void,
  onClose: () => void,
): Promise<Channel> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
  socket.addEventListener('message', event => onMessage(String(event.data)))
  socket.addEventListener('close', onClose)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no web socket on port ${port}`)))
  })
  return {
    send: message => socket.send(message),
    lend: () => null,
    takeBack() {},
    close: () => socket.close(),
  }
}
