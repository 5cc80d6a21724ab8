import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bundleSuite } from './bundle.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-node-env-'))
after(() => rmSync(directory, { recursive: true, force: true }))

writeFileSync(join(directory, 'deep.ts'), `export const build: string = process.env.NODE_ENV ?? 'none'`)
writeFileSync(join(directory, 'library.ts'), `export { build } from './deep.ts'`)

test('one bundle holds both builds of what is imported with NODE_ENV, and neither of what is not', async () => {
  const suite = await imported(`
    import { build as production } from './library.ts' with { NODE_ENV: 'production' }
    import { build as plain } from './library.ts'
    export default async () => {
      const { build: development } = await import('./library.ts', { with: { NODE_ENV: 'development' } })
      return { production, development, plain }
    }`)
  assert.deepEqual(await suite(), {
    production: 'production',
    development: 'development',
    plain: process.env.NODE_ENV ?? 'none',
  })
})

test('another NODE_ENV and a fault in an import are reported in one sentence', async () => {
  await assert.rejects(
    imported(`import './library.ts' with { NODE_ENV: 'test' }`),
    /^SyntaxError: Cannot bundle suite\.ts: .*NODE_ENV is 'test', not one of production, development/,
  )
  writeFileSync(join(directory, 'broken.ts'), 'export const = 1')
  await assert.rejects(
    imported(`import './broken.ts' with { NODE_ENV: 'production' }`),
    /^SyntaxError: Cannot bundle suite\.ts: .*Expected identifier.* \(broken\.ts:1:/,
  )
})

async function imported(text: string): Promise<() => Promise<unknown>> {
  const file = join(directory, 'suite.ts')
  writeFileSync(file, `${text}\nexport {}`)
  const bundle = await bundleSuite(file)
  return (await import(`data:text/javascript,${encodeURIComponent(bundle.text)}`)).default
}
