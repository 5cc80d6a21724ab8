import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { loadPostgres, WANTED, withDatabase } from './database.ts'

test('a package that is not installed is named, with the version to install', async () => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'pg') throw new Error("Cannot find package 'pg'")
      return next(specifier, context)
    },
  })
  try {
    await assert.rejects(loadPostgres(), {
      name: 'FleetError',
      message: `Cannot use a fleet: the package pg is not installed. Install it next to steelyard: npm install pg@${WANTED}`,
    })
  } finally {
    hooks.deregister()
  }
})

test('the version that is asked for is the one that is tested', () => {
  const catalog = readFileSync(new URL('../../../pnpm-workspace.yaml', import.meta.url), 'utf8')
  assert.match(catalog, new RegExp(`^  pg: ${WANTED.replaceAll('.', '\\.')}$`, 'm'))
})

/** Returns a message of the protocol of Postgres. */
function message(type: string, ...parts: readonly (string | number)[]): Buffer {
  const body = Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : int32(part))))
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function errorOf(code: string): Buffer {
  return message('E', 'SERROR\0', `C${code}\0`, 'Mno\0', '\0')
}

const untrusted = (code: string) =>
  `its TLS is not trusted (${code}). Check its certificate, and sslrootcert and sslmode of the address.`

/** What a server answers, message by message, and the sentence that reports it. */
const REFUSALS: readonly (readonly [string, string, readonly Buffer[], string])[] = [
  [
    'a password that is missing',
    'user@',
    [message('R', 10, 'SCRAM-SHA-256\0\0'), message('R', 11, 'r=x,s=eA==,i=4096')],
    'it asks for a password. Set PGPASSWORD, or write it into the file of the address.',
  ],
  [
    'a server without TLS',
    'user:geheim@',
    [Buffer.from('N')],
    'it has no TLS. Turn TLS on there, or write sslmode=disable into the address.',
  ],
  ...[
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ].map(code => [code, 'user:geheim@', [errorOf(code)], untrusted(code)] as const),
  [
    'a number that is too large',
    'user:geheim@',
    [errorOf('22003')],
    'it refuses a number that is too large. Ask for less.',
  ],
]

for (const [what, user, answers, sentence] of REFUSALS) {
  test(`the database refuses in one sentence: ${what}`, async () => {
    const server = createServer(socket => {
      const left = answers.values()
      socket.on('data', () => socket.write(left.next().value ?? ''))
      socket.on('error', () => {})
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const mode = answers[0]?.toString() === 'N' ? 'verify-full' : 'disable'
    const address = `postgres://${user}127.0.0.1:${port}/x?sslmode=${mode}`
    try {
      await assert.rejects(
        withDatabase(address, ({ ask }) => ask('SELECT 1')),
        {
          name: 'FleetError',
          message: `Cannot use the database of the fleet: ${sentence}`,
          isPassing: false,
        },
      )
    } finally {
      server.close()
    }
  })
}
