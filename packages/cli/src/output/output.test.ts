import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { ANSI_SEQUENCES } from '@steelyard/text'
import { Output } from './output.ts'

const HOSTILE = 'a\u001b[2Jb\u009b31mc\u202ed'
const ESCAPE = '\u001b'
const SPELLED = 'a\\x1b[2Jb\\x9b31mc\\u202ed'
const [BOLD = ''] = ANSI_SEQUENCES

class FakeStream extends Socket {
  readonly isTTY: boolean
  readonly columns = 20
  readonly fd = 1
  written = ''

  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }

  override write(text: unknown): boolean {
    this.written += text
    return true
  }
}

async function writtenBy(isTTY: boolean, use: (output: Output) => unknown): Promise<string> {
  const stream = new FakeStream(isTTY)
  await use(new Output(stream as unknown as ConstructorParameters<typeof Output>[0]))
  return stream.written
}

test('an Output lets nothing but text through to people, and the colours of reports to a terminal', async () => {
  for (const isTTY of [true, false]) {
    assert.equal(await writtenBy(isTTY, output => output.say(BOLD + HOSTILE)), `\\x1b[0m${SPELLED}`)
  }
  assert.equal(await writtenBy(true, output => output.show(BOLD + HOSTILE)), BOLD + SPELLED)
  assert.equal(await writtenBy(false, output => output.show(BOLD + HOSTILE)), `\\x1b[0m${SPELLED}`)
})

test('an Output gives a program unchanged data, and a terminal their printable form', async () => {
  assert.equal(await writtenBy(false, output => output.give(HOSTILE)), HOSTILE)
  assert.equal(await writtenBy(true, output => output.give(HOSTILE)), SPELLED)
})

test('an Output reports once that no more can be written, but not that the reader has gone', () => {
  for (const [code, expected] of [
    ['ENOSPC', ['ENOSPC: no space left on device']],
    ['EPIPE', []],
  ] as const) {
    const stream = new FakeStream(false)
    const reasons: string[] = []
    const output = new Output(stream as unknown as ConstructorParameters<typeof Output>[0], reason =>
      reasons.push(reason),
    )
    const error = Object.assign(new Error(`${code}: no space left on device, write`), { code })
    stream.emit('error', error)
    stream.emit('error', error)
    output.say('more')
    assert.deepEqual(reasons, expected)
    assert.equal(stream.written, '')
  }
})

test('an Output overwrites what it showed in place, which can only print, until something else is said', async t => {
  const term = process.env.TERM
  t.after(() => {
    if (term === undefined) delete process.env.TERM
    else process.env.TERM = term
  })
  process.env.TERM = 'xterm'
  const written = await writtenBy(true, output => {
    output.showInPlace(() => `one\n${HOSTILE}`)
    output.showInPlace(() => 'four')
    output.say('said\n')
    output.showInPlace(() => 'five')
  })
  assert.ok(!written.includes(HOSTILE) && written.includes(SPELLED.slice(0, 12)))
  assert.equal(screenOf(written).trimEnd(), 'said\nfive')
  assert.equal(
    await writtenBy(false, output => output.showInPlace(() => 'one')),
    '',
    'not where nothing can be overwritten',
  )
})

/** What a terminal shows after cursor up, cursor to column 1, and erasing a line or what is below. */
function screenOf(written: string): string {
  const lines = ['']
  let row = 0
  const sequence = new RegExp(`${ESCAPE}\\[(\\d*)([AGKJ])|${ESCAPE}\\[\\?2026[hl]|([^${ESCAPE}]+)`, 'g')
  for (const [, up, command, text = ''] of written.matchAll(sequence)) {
    if (command === 'A') row -= Number(up || 1)
    if (command === 'K') lines[row] = ''
    if (command === 'J') lines.splice(row)
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) row++
      lines[row] = (lines[row] ?? '') + line
    }
  }
  return lines.join('\n')
}
