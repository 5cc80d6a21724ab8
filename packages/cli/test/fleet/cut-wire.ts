import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire to a server that can be cut. */
export interface Wire {
  readonly port: number
  /** From now on what is sent arrives, and the connection ends in the place of an answer; or nothing arrives at all. */
  cut(what: 'answers' | 'all'): void
  mend(): void
  close(): Promise<void>
}

export async function wireTo(port: number): Promise<Wire> {
  let state: 'whole' | 'answers' | 'all' = 'whole'
  const open = new Set<Socket>()
  const server = createServer(client => {
    open.add(client)
    if (state === 'all') return client.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [[client, far] as const, [far, client] as const]) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
    client.on('data', data => far.write(data))
    far.on('data', data => (state === 'answers' ? client.destroy() : client.write(data)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut(what) {
      state = what
      if (what === 'all') for (const client of open) client.destroy()
    },
    mend() {
      state = 'whole'
    },
    async close() {
      for (const client of open) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
