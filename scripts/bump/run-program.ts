import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs the Node that is installed now, which may not be the one that runs this. Returns whether it ended well. */
export function runPinnedNode(root: string, args: readonly string[]): Promise<boolean> {
  const options = ['--disable-warning=ExperimentalWarning']
  return endsWell(join(root, 'node_modules/.bin/node'), [...options, ...args], root)
}

/** Runs pnpm as it was started, without a lockfile that is final. Returns whether it ended well. */
export function runInstall(root: string, pnpm: string): Promise<boolean> {
  const args = ['install', '--no-frozen-lockfile']
  return /\.[cm]?js$/.test(pnpm)
    ? endsWell(process.execPath, [pnpm, ...args], root)
    : endsWell(pnpm, args, root)
}

async function endsWell(program: string, args: readonly string[], cwd: string): Promise<boolean> {
  const child = spawn(program, args, { cwd, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}
