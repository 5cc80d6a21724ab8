import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire to a server that can be cut. */
export interface Wire {
  readonly port: number
  /** From now on what is sent arrives, and the connection ends in the place of an answer; or nothing arrives at all. */
  cut(what: 'answers' | 'all'): void
  /** Swallows what does not arrive, without an end: no connection is closed. */
  swallow(what: 'answers' | 'all'): void
  mend(): void
  close(): Promise<void>
}

export async function wireTo(port: number): Promise<Wire> {
  let state: 'whole' | 'answers' | 'all' = 'whole'
  let isSilent = false
  const open = new Set<Socket>()
  // Half open, so that a silent wire passes on no end either.
  const server = createServer({ allowHalfOpen: true }, client => {
    if (state === 'all' && !isSilent) return client.destroy()
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    // A connection that has lost something never comes back.
    let hasLost = false
    for (const [one, other] of [[client, far] as const, [far, client] as const]) {
      open.add(one)
      const isLost = () => {
        hasLost ||= isSilent && (state === 'all' || one === far)
        return hasLost
      }
      one.on('error', () => {})
      one.on('close', () => isLost() || other.destroy())
      one.on('end', () => isLost() || other.end())
      one.on('data', data => {
        if (isLost()) return
        if (one === far && state === 'answers') client.destroy()
        else other.write(data)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut(what) {
      state = what
      if (what === 'all') for (const one of open) one.destroy()
    },
    swallow(what) {
      state = what
      isSilent = true
    },
    mend() {
      state = 'whole'
      isSilent = false
    },
    async close() {
      for (const one of open) one.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
