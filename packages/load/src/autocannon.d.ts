// What is used of autocannon, some of it from behind its face: see closed-load.ts.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface AutocannonClient extends EventEmitter {
    readonly pipelinedRequests: {
      addBody(bytes: Buffer): void
      size(): number
      clear(): void
    }
    readonly parser: { reinitialize(type: 'RESPONSE'): void }
    timeout: number
    _connect(): void
    _doRequest(): void
    destroy(): void
    on(event: 'response', listener: (status: number, bytes: number, durationMs: number) => void): this
    on(event: 'connError', listener: (error: Error) => void): this
    on(event: 'timeout', listener: () => void): this
  }

  export default function autocannon(options: {
    readonly url: string
    readonly connections: number
    readonly pipelining: number
    /** Seconds. */
    readonly duration: number
    /** Milliseconds between the looks at whether to end. */
    readonly sampleInt: number
    readonly setupClient: (client: AutocannonClient) => void
  }): Promise<unknown> & { stop(): void }
}
