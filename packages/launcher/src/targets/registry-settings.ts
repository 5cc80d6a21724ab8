import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findExecutable } from '../machine/executables.ts'

let settings: Promise<Readonly<Record<string, unknown>>> | undefined

/**
 * Returns npm's settings for this folder: registry, credentials, proxy and certificates, from the `.npmrc` files
 * and the `npm_config_*` variables of the user. Read once per process.
 */
export function registrySettings(): Promise<Readonly<Record<string, unknown>>> {
  settings ??= readSettings()
  return settings
}

async function readSettings(): Promise<Readonly<Record<string, unknown>>> {
  const [{ default: Config }, { default: npm }] = await Promise.all([
    import('@npmcli/config'),
    import('@npmcli/config/lib/definitions/index.js'),
  ])
  // The file for all users of a machine is found from where npm and its Node are, not from the Node of this process.
  const program = findExecutable('npm')
  const config = new Config({
    ...npm,
    npmPath: program === null ? '' : dirname(dirname(await realpath(program))),
    execPath: program === null ? process.execPath : join(dirname(program), 'node'),
    argv: [],
    // The configuration adds variables of its own.
    env: { ...process.env },
    warn: false,
  })
  await config.load()
  return config.flat
}
