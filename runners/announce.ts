/** The line that a server writes on its pipe when it listens, or cannot, in the form that workerd uses. */
type ServerEvent =
  | { readonly event: 'listen'; readonly port: number }
  | { readonly event: 'failed'; readonly message: string }

/** An app: it handles requests in all four runtimes. */
interface App {
  fetch(request: Request): Response | Promise<Response>
}

/** Imports the app in a file, has `start` start its server and return the port, and writes the outcome. */
export async function announce(
  write: (line: string) => void,
  file: string,
  start: (app: App) => number | undefined | Promise<number>,
): Promise<void> {
  let event: ServerEvent
  try {
    const { default: app } = (await import(file)) as { readonly default: App }
    if (typeof app?.fetch !== 'function') {
      throw new TypeError('the app has no default export with a function `fetch`')
    }
    const port = await start(app)
    event = port === undefined ? { event: 'failed', message: 'no port' } : { event: 'listen', port }
  } catch (error) {
    event = { event: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
  write(`${JSON.stringify(event)}\n`)
}
