import { portOf, type ScriptOptions, startScript } from '@steelyard/launcher'

export interface Upstream extends AsyncDisposable {
  /** What is added to the environment of its server. */
  readonly environment: Readonly<Record<string, string>>
  /** None where nothing is called. */
  readonly pid: number | undefined
}

/** Starts what a server calls, a file by its absolute path, null for nothing; LaunchError when it does not listen. */
export async function startUpstream(file: string | null, options: ScriptOptions): Promise<Upstream> {
  await using starting = new AsyncDisposableStack()
  if (file === null) return { environment: {}, pid: undefined, async [Symbol.asyncDispose]() {} }
  const script = starting.use(
    startScript<number>(new URL('upstream-main.ts', import.meta.url), [file], options),
  )
  const port = await portOf(script, 'has no upstream')
  const upstream = starting.move()
  return {
    environment: { UPSTREAM: `http://127.0.0.1:${port}` },
    pid: script.pid,
    [Symbol.asyncDispose]: () => upstream.disposeAsync(),
  }
}
