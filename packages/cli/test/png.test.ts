import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '@steelyard/measure'
import { chromiumProgram } from '../../../scripts/test-tools/tool-folder.ts'
import { pngOf } from '../src/output/png.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20.5" width="40" height="20.5"><rect width="40" height="20.5"/></svg>'
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

test('a picture is drawn at twice its size by the browser of CHROME_PATH', async t => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-png-'))
  t.after(() => rmSync(folder, { recursive: true }))
  // The package unpacks its browser into the temporary folder.
  process.env.TMPDIR = folder
  process.env.CHROME_PATH = (await chromiumProgram()).executablePath
  const drawn = await pngOf(SVG).catch((error: Error) => error.message)
  if (typeof drawn === 'string') return t.skip(drawn)
  const png = Buffer.from(drawn)
  assert.deepEqual(png.subarray(0, 8), SIGNATURE)
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [80, 42])
})

test('without a browser, the sentence names what would help', async () => {
  process.env.CHROME_PATH = '/nowhere/chrome'
  await assert.rejects(
    pngOf(SVG),
    error => error instanceof UsageError && /Name one in CHROME_PATH, or use --svg/.test(error.message),
  )
})
