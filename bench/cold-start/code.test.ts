import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { codeOf } from './code.ts'

interface Code {
  readonly parts: readonly ((node: object, options: object) => number)[]
  nodeOf(): object
}

const load = async (text: string) =>
  (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Code

test('codeOf gives as many bytes as asked for, the same ones every time', () => {
  for (const bytes of [1024, 2 ** 15, 2 ** 18, 2 ** 20]) {
    const text = codeOf(bytes)
    assert.ok(Math.abs(text.length / bytes - 1) < (bytes < 2000 ? 0.2 : 0.02), `${text.length} for ${bytes}`)
    assert.equal(codeOf(bytes), text)
  }
})

test('codeOf is code like that of libraries: it loads, and gzip makes a fifth to an eighth of it', async () => {
  const text = codeOf(2 ** 20)
  const ratio = text.length / gzipSync(text).length
  assert.ok(ratio > 5 && ratio < 8, `${ratio}`)
  const { parts } = await load(text)
  assert.ok(parts.length > 50)
})

test('every part returns a whole number, the same one when it is called again', async () => {
  const { parts, nodeOf } = await load(codeOf(2 ** 17))
  const call = () => parts.map(part => part(nodeOf(), { level: 2 }))
  const first = call()
  assert.ok(first.every(Number.isInteger))
  assert.ok(new Set(first).size > first.length / 2)
  assert.deepEqual(call(), first)
})
