import { type AddressInfo, type Server, Socket } from 'node:net'

const CHANNEL = 3

/** Returns the socket of a script of ours to the process that started it, with which it ends. */
export function hostSocket(): Socket {
  return new Socket({ fd: CHANNEL })
    .setEncoding('utf8')
    .on('close', () => process.exit())
    .resume()
}

/** Has a server listen on a free loopback port, and tells the host which. */
export function listenForHost(server: Server): void {
  const host = hostSocket()
  server.once('error', ({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exit(1)
  })
  server.listen(0, '127.0.0.1', () => host.write(`${(server.address() as AddressInfo).port}\n`))
}
