import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { UsageError } from '../../../../measure/src/plan/usage-error.ts'
import { askTrust } from './ask-trust.ts'

function terminal(typed: string | null, { input: isIn = true, output: isOut = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: isIn })
  const output = Object.assign(new PassThrough(), { isTTY: isOut })
  let said = ''
  output.on('data', data => {
    said += data
    // Only what is typed after the question counts.
    if (typed !== null && stripVTControlCharacters(String(data)).endsWith('[y/N] ')) input.write(typed)
  })
  return { input, output, said: () => said }
}

const LINES = ['a flag for node@1.0.0: --x', 'a suite file, which is code: ./y.ts']

test('askTrust asks nothing where nothing is to be trusted', async () => {
  await askTrust([], terminal(null, { input: false, output: false }))
})

test('askTrust shows every line and takes a yes', async () => {
  for (const yes of ['y\r', 'Y\r', 'yes\r', ' yes \r']) {
    const asked = terminal(yes)
    await askTrust(LINES, asked)
    assert.match(
      asked.said(),
      /1\. a flag for node@1\.0\.0: --x\n {2}2\. a suite file.*\n.*Start all of it\? \[y\/N\]/,
    )
  }
})

test('askTrust takes everything else for a no: Enter, other words, Ctrl-C, Ctrl-D', async () => {
  for (const no of ['\r', 'n\r', 'no\r', 'yy\r', 'yes please\r', '1\r', '\x03', '\x04', 'y\x03']) {
    await assert.rejects(
      askTrust(LINES, terminal(no)),
      (error: unknown) => error instanceof UsageError && /is not trusted.*Give --trust/.test(error.message),
      JSON.stringify(no),
    )
  }
})

test('askTrust refuses at once with every line where one of the two is no terminal', async () => {
  for (const who of [{ input: false }, { output: false }, { input: false, output: false }]) {
    const asked = terminal('y\r', who)
    await assert.rejects(
      askTrust(LINES, asked),
      (error: unknown) =>
        error instanceof UsageError &&
        LINES.every((line, index) => error.message.includes(`\n  ${index + 1}. ${line}\n`)) &&
        /--trust/.test(error.message),
    )
    assert.equal(asked.said(), '')
  }
})
