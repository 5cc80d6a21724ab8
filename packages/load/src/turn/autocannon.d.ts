// The parts of autocannon's client that we use, some of them internal: see closed-connection.ts.
declare module 'autocannon/lib/httpClient.js' {
  import type { EventEmitter } from 'node:events'
  import type { Socket } from 'node:net'
  import type { urlToHttpOptions } from 'node:url'

  export default class AutocannonClient extends EventEmitter {
    constructor(
      options: ReturnType<typeof urlToHttpOptions> & {
        /** With the port; sent as the header `host`. */
        readonly host: string
        readonly method: 'GET'
        /** Requests that are sent as soon as it connects. */
        readonly pipelining: number
        /** Called before it connects. */
        readonly setupClient: (client: AutocannonClient) => void
      },
    )
    readonly pipelinedRequests: { addBody(bytes: Buffer): void }
    readonly parser: { reinitialize(type: 'RESPONSE'): void }
    /** The newest one. */
    readonly conn: Socket
    /** Milliseconds after the last request that was sent. */
    timeout: number
    /** Called by itself when the connection failed, ended or took too long. */
    _connect(): void
    /** Called by itself when it has connected and after each response. */
    _doRequest(): void
    /** Closes the connection, and forgets what is under way. */
    _destroyConnection(): void
    on(event: 'response', listener: (status: number, bytes: number, durationMs: number) => void): this
    on(event: 'connError', listener: (error: Error) => void): this
  }
}
