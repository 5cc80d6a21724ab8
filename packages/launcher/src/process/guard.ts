import { spawn } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('guard-main.ts', import.meta.url))

/**
 * Starts a process that ends what this one leaves when it is killed, and ends this one when it is stopped for some
 * seconds, which a contender can do to it. Does nothing without /proc.
 *
 * @param stopped what it writes to standard error then
 */
export function startGuard(stopped: string): Disposable {
  if (process.platform !== 'linux') return { [Symbol.dispose]() {} }
  const guard = spawn(process.execPath, [MAIN, String(process.pid), stopped], {
    env: { TMPDIR: os.tmpdir() },
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C is not for it.
    detached: true,
  })
  // Without the guard a run is only less safe.
  guard.on('error', () => {})
  guard.stdin?.on('error', () => {})
  guard.unref()
  return { [Symbol.dispose]: () => void guard.kill('SIGKILL') }
}
