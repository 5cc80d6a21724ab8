import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf } from './load-suite.ts'

test('nameOf makes a suite’s name of its file', () => {
  const names = {
    '/a/array-copy.bench.ts': 'array-copy',
    '/a/array_copy.mjs': 'array-copy',
    '/a/arrayCopy.js': 'array-copy',
    '/a/array-copy/suite.ts': 'array-copy',
    '/a/2 ways.bench.js': '2-ways',
    '/суть.js': 'suite',
  }
  for (const [file, name] of Object.entries(names)) assert.equal(nameOf(file), name, file)
})
