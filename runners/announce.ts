/** The line that a server writes on its pipe when it listens, or cannot, in the form that workerd uses. */
export type ServerEvent =
  | { readonly event: 'listen'; readonly port: number }
  | { readonly event: 'failed'; readonly message: string }

/** An app: it handles requests in all four runtimes. */
export interface App {
  fetch(request: Request): Response | Promise<Response>
}

export interface AppModule {
  readonly default: App
}

/**
 * Starts an app and writes the outcome.
 *
 * @param start imports the app, starts the server and returns its port
 */
export async function announce(
  write: (line: string) => void,
  start: () => Promise<number | undefined>,
): Promise<void> {
  let event: ServerEvent
  try {
    const port = await start()
    event = port === undefined ? { event: 'failed', message: 'no port' } : { event: 'listen', port }
  } catch (error) {
    event = { event: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
  write(`${JSON.stringify(event)}\n`)
}

export function appOf({ default: app }: AppModule): App {
  if (typeof app?.fetch === 'function') return app
  throw new TypeError('the app has no default export with a function `fetch`')
}
