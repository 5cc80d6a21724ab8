import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Contender } from '@steelyard/harness/contender'
import type { Reply } from '@steelyard/harness/protocol'
import { d8 } from '../d8/runner.ts'
import { findMailbox, LONGEST_COMMAND, mailboxText, mailOf } from '../hermes/mailbox.ts'
import { mailReader } from '../hermes/read-mail.ts'
import { contenderScript } from '../hermes/script.ts'
import { clockOf, finestClock } from './finest-clock.ts'
import { lackingOf } from './lacking.ts'
import { markedLine, replyInLine } from './marked-line.ts'

/** A program in which every reading of a clock takes so long; clocks tell its time in steps, times a factor. */
function madeTime(readingNs: number) {
  let ns = 0
  return (stepNs: number, factor = 1) =>
    () => {
      ns += readingNs
      return Math.floor(ns / stepNs) * stepNs * factor
    }
}

test('finestClock takes the smallest steps, and believes no clock that goes back or stands still', () => {
  const clock = madeTime(100)
  const [wall, fine] = [clock(1e6), clock(250)]
  assert.equal(finestClock([clock(1000), undefined, fine, wall], wall).now, fine)
  let now = 0
  const unsteady = () => (now += now > 1000 && now < 1200 ? -500 : 100)
  assert.equal(finestClock([unsteady, wall], wall).now, wall)
  assert.equal(finestClock([() => 7, wall], wall).now, wall)
  assert.throws(() => finestClock([() => 7, undefined], wall), /no clock that moves on while code runs/)
})

test('finestClock believes no clock in another unit than is said', () => {
  for (const readingNs of [20, 1000, 40_000]) {
    const clock = madeTime(readingNs)
    const [wall, right] = [clock(1e6), clock(2000)]
    const wrong = [clock(1, 1000), clock(1, 1 / 1000), clock(1, 60), clock(1, 1 / 60)]
    assert.equal(finestClock([...wrong, right, wall], wall).now, right, `${readingNs} ns`)
  }
})

test('finestClock observes a clock once more where the program was stopped between two readings', () => {
  let [ns, pauses] = [0, 0]
  const tick = () => {
    ns += 100
    return ns
  }
  const paused = (most: number) => {
    let readings = 0
    ns = 0
    pauses = 0
    return () => {
      // Before the date is read for the second time of an observation.
      if (readings++ % 2 === 1 && pauses < most) {
        pauses++
        ns += 20e6
      }
      return tick()
    }
  }
  const once = paused(1)
  assert.equal(finestClock([tick], once).now, tick)
  assert.equal(pauses, 1)
  const always = paused(2)
  assert.throws(() => finestClock([tick], always), /no clock/)
})

test('clockOf counts the fractions of a coarse clock alone', () => {
  const clock = madeTime(100)
  const wall = clock(1e6)
  assert.equal(clockOf([clock(250)], wall).ticks, undefined)
  assert.equal(clockOf([], wall).ticks?.lengthNs, 1e6)
})

test('a reply is found behind what stands before it in its line, and nothing else is one', () => {
  assert.equal(replyInLine(markedLine('{"a":1}')), '{"a":1}')
  assert.equal(replyInLine(`printed by a suite${markedLine('{}')}`), '{}')
  assert.equal(replyInLine('{"type":"ran"}'), null)
})

test('a command is read from a mailbox in bytecode once, whole, and only after it was written', () => {
  const numbers = JSON.parse(mailboxText()) as number[]
  const before = Buffer.from('bytecode')
  const bytecode = Buffer.concat([before, Buffer.from(Float64Array.from(numbers).buffer)])
  const mailbox = findMailbox(bytecode)
  assert.equal(mailbox, before.length)
  assert.equal(findMailbox(Buffer.concat([bytecode, bytecode])), null, 'twice')
  assert.equal(findMailbox(bytecode.subarray(0, -8)), null, 'cut off')
  const post = (text: string, sequence: number) => {
    for (const { bytes, offset } of mailOf(text, sequence)) bytes.copy(bytecode, before.length + offset)
  }
  const list = () => [...new Float64Array(Uint8Array.from(bytecode.subarray(before.length)).buffer)]
  const commands = ['{"type":"load"}', 'π', 'x'.repeat(LONGEST_COMMAND)]
  let waits = 0
  const read = mailReader(list, () => {
    const next = commands[waits++]
    if (next !== undefined) post(next, waits)
  })
  assert.deepEqual([read(), read(), read()], commands)
  assert.equal(waits, 3)
})

test('contenderScript makes a function of a bundle, and needs no modules', () => {
  const bundle = 'var a = 1;\nvar b = 2;\nexport {\n  a as default,\n  b\n};\n'
  const script = contenderScript('globalThis.seen = steelyard', bundle)
  const seen = new Function('globalThis', `${script}; return globalThis.seen`)({})
  assert.deepEqual(seen.bundle(), { default: 1, b: 2 })
  assert.throws(
    () => contenderScript('', `import fs from "node:fs";\n${bundle}`),
    /^SyntaxError: needs the module node:fs/,
  )
})

test('lackingOf makes a gap of what a shell lacks, and leaves the faults of a suite what they are', async () => {
  const said = async (message: string, phase: 'load' | 'case' | 'verify' = 'case') => {
    const failing: Contender = async (_, reply) => reply({ type: 'failed', phase, message, stack: '' })
    let found: Reply | undefined
    await lackingOf(failing)({ type: 'load' }, reply => {
      found = reply
    })
    return found?.type === 'failed' ? `${found.phase}: ${found.message}` : null
  }
  assert.equal(
    await said('window is not defined'),
    'unsupported: needs window, which this shell does not have',
  )
  assert.equal(
    await said("Can't find variable: document"),
    'unsupported: needs document, which this shell does not have',
  )
  assert.equal(
    await said("Property 'require' doesn't exist"),
    'unsupported: needs require, which this shell does not have',
  )
  assert.equal(await said('URL is not defined'), 'case: URL is not defined', 'it is here')
  assert.equal(await said('table is not defined'), 'case: table is not defined')
  assert.equal(await said('no window for me'), 'case: no window for me')
  assert.equal(await said('window is not defined', 'verify'), 'verify: window is not defined')
  assert.equal(await said('cannot open', 'load'), 'load: cannot open')
})

test('a shell is not started with a bundle that imports a module which only runtimes have', () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-shells-'))
  const commandOf = (text: string) => {
    const bundle = join(folder, 'bundle.mjs')
    writeFileSync(bundle, text)
    const pipes = { commands: '', replies: '' }
    const rest = { environment: {}, compatibilityDate: null, isInspected: false, isOffline: false }
    return d8.command({ entry: 'entry.mjs', bundle, flags: [], pipes, ...rest }).args
  }
  try {
    assert.throws(
      () => commandOf('var a = 1;\nimport fs from "node:fs";\n'),
      /^SyntaxError: needs the module node:fs, which this shell does not have$/,
    )
    assert.deepEqual(commandOf('var a = import("node:fs");\n').slice(0, 1), ['entry.mjs'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
