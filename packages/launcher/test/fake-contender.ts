import { fileURLToPath } from 'node:url'
import { runners } from '@steelyard/runners'
import { fileSha256 } from '../src/cache/file-sha256.ts'
import { type ContenderProcess, launch } from '../src/process/launch.ts'
import { LIMITS } from '../src/process/limits/limits.ts'
import type { Target } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'

const FAKE = fileURLToPath(new URL('fixtures/fake-runtime.mjs', import.meta.url))

/**
 * Starts what stands in for a runtime that misbehaves in some manner.
 *
 * @param commandMs how long a reply may take
 */
export async function startFake(
  manner: string,
  directory: string,
  commandMs = 500,
): Promise<ContenderProcess> {
  const target: Target = {
    spec: parseTarget('node'),
    runner: {
      ...runners.node,
      command: ({ pipes }) => ({
        args: [FAKE, manner, pipes.commands, pipes.replies],
        environment: {},
      }),
    },
    binary: process.execPath,
    source: 'path',
    sha256: '',
    version: '0',
    engineVersion: '0',
    compatibilityDate: null,
  }
  return launch({
    target,
    entry: '',
    bundle: { file: FAKE, sha256: await fileSha256(FAKE) },
    directory,
    core: null,
    compatibilityDate: null,
    limits: { ...LIMITS, startMs: 2000, commandMs },
  })
}
