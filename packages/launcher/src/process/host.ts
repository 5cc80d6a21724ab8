import type { AddressInfo, Server } from 'node:net'

/** Ends a script of ours with the process that started it. */
export function endWithHost(): void {
  process.on('disconnect', () => process.exit())
}

/** Has a server listen on a free loopback port, and tells the host which. */
export function listenForHost(server: Server): void {
  endWithHost()
  server.once('error', ({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exit(1)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}
