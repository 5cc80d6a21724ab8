import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { loadPostgres, WANTED } from './database.ts'

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
