import { rm } from 'node:fs/promises'
import { portOf, startScript } from '@steelyard/launcher'

export interface Upstream {
  /** What is added to the environment of its server. */
  readonly environment: Readonly<Record<string, string>>
  kill(): Promise<void>
}

/**
 * Starts what a server calls.
 *
 * @param file absolute path; null where the server calls nothing
 * @param directory a folder of its own, made and removed here
 * @throws LaunchError when it does not listen
 */
export async function startUpstream(
  file: string | null,
  { core, directory }: { readonly core: number | null; readonly directory: string },
): Promise<Upstream> {
  if (file === null) return { environment: {}, async kill() {} }
  const script = startScript<number>(new URL('upstream-main.ts', import.meta.url), [file], {
    core,
    directory,
  })
  const kill = async () => {
    await script.kill()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const port = await portOf(script, 'has no upstream')
    return { environment: { UPSTREAM: `http://127.0.0.1:${port}` }, kill }
  } catch (error) {
    await kill()
    throw error
  }
}
