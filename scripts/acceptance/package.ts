import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Consumer, examples } from '../build/consumer.ts'
import { ROOT } from '../build/places.ts'

const start = promisify(execFile)

/**
 * Builds the package, has npm install its tarball into an empty project, and has npx run both commands there with an empty
 * home. npm reads the settings of this machine, so that it finds its registry.
 *
 * @throws Error when something of it fails
 */
export async function installedPackage(say: (text: string) => void): Promise<void> {
  const directory = await mkdtemp(join(os.tmpdir(), 'steelyard-acceptance-'))
  const built = await start(process.execPath, ['scripts/build.ts', directory], { cwd: ROOT })
  say(`package: ${built.stdout.trim()}`)
  const project = new Consumer(join(directory, 'project'))
  const begun = performance.now()
  await start('npm', ['install', '--no-audit', '--no-fund', join(directory, 'steelyard-0.1.0.tgz')], {
    cwd: project.folder,
  })
  say(`package: installed in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  for (const [file, text] of examples('js')) project.write(file, text)
  const commands: readonly (readonly [string, ...string[]])[] = [
    ['npx', 'steelyard', './my.bench.ts', '--quick', '--time', '10'],
    ['npx', 'steelyard', 'json-reviver', '--quick'],
    ...examples('js').map(([file]) => ['node', file] as const),
  ]
  for (const [program, ...args] of commands) {
    const { code, stdout, stderr } = await project.run(program, ...args)
    say(`package: ${[program, ...args].join(' ')}: exit code ${code}`)
    if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
  }
  await rm(directory, { recursive: true })
}
