import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { loadPostgres, loadQueue, WANTED } from './engine.ts'

test('a package that is not installed is named, with the version to install', async () => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'pg' || specifier === 'pg-boss') throw new Error(`Cannot find package '${specifier}'`)
      return next(specifier, context)
    },
  })
  try {
    await assert.rejects(loadPostgres(), {
      name: 'FleetError',
      message: `Cannot use a fleet: the package pg is not installed. Install it next to steelyard: npm install pg@${WANTED.pg}`,
    })
    await assert.rejects(loadQueue(), /npm install pg-boss@12\.\d+\.\d+$/)
  } finally {
    hooks.deregister()
  }
})

test('the versions that are asked for are those that are tested', () => {
  const catalog = readFileSync(new URL('../../../pnpm-workspace.yaml', import.meta.url), 'utf8')
  for (const [name, version] of Object.entries(WANTED)) {
    assert.match(catalog, new RegExp(`^  ${name}: ${version.replaceAll('.', '\\.')}$`, 'm'))
  }
})
