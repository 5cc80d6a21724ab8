import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Journal } from '@steelyard/measure'
import { journalHead, openJobJournal, takeNewestJournal } from './run-journal.ts'

const began = process.cwd()
const directory = realpathSync(mkdtempSync(join(os.tmpdir(), 'steelyard-journals-')))
process.env.XDG_CACHE_HOME = directory
const folder = join(directory, 'steelyard', 'journals')
mkdirSync(folder, { recursive: true })
after(() => {
  process.chdir(began)
  rmSync(directory, { recursive: true })
})

/** More than the largest number of a process. */
const NO_PID = 4_194_305

function write(name: string, head: Partial<Journal['head']>): void {
  const whole = { ...journalHead([name], 1), folder: directory, ...head }
  Journal.begin(join(folder, `${name}_${NO_PID}.jsonl`), whole).close()
}

test('takeNewestJournal takes the newest that can go on here, and names the one to remove otherwise', () => {
  const refusal = () => {
    try {
      takeNewestJournal(null).close()
    } catch (error) {
      return (error as Error).message
    }
    return assert.fail('it was taken')
  }
  const remove = (message: string) => rmSync(/remove (\S+)\.$/.exec(message)?.[1] ?? '')
  write('2026-01', {})
  write('2026-02', {})
  write('2026-03', { folder: join(directory, 'gone') })
  write('2026-04', { steelyard: '0.0.1+old' })
  writeFileSync(join(folder, `2026-05_${NO_PID}.jsonl`), '{"schema":"stee')
  writeFileSync(join(folder, `2026-06_${process.ppid}.jsonl`), 'of a run that is alive')
  for (const why of [
    /^Cannot resume \S+2026-05\S+: it is not a journal of this version of Steelyard\.\nTo give this run up/,
    /^Cannot resume 2026-04, begun in \S+: Steelyard 0\.0\.1\+old began it, and this is \S+ /,
    /^Cannot resume 2026-03, begun in \S+gone: ENOENT: no such file or directory\.\n/,
  ]) {
    const message = refusal()
    assert.match(message, why)
    remove(message)
  }
  const taken = takeNewestJournal(null)
  taken.close()
  assert.deepEqual(taken.head.command, ['2026-02'])
  assert.equal(process.cwd(), directory)
  // Its name has the number of this process now, as in a container the next process may have it.
  const again = takeNewestJournal(null)
  again.close()
  assert.deepEqual(again.head.command, ['2026-02'])
  for (const name of readdirSync(folder)) if (/^2026-0[12]/.test(name)) rmSync(join(folder, name))
  assert.throws(() => takeNewestJournal(null), {
    message: 'Cannot resume: no run was cut short on this machine.',
  })
})

test('openJobJournal begins a journal although another one goes away meanwhile', async t => {
  // What is listed and cannot be looked at any more.
  const gone = join(folder, `2026-07_${NO_PID}.jsonl`)
  symlinkSync(join(folder, 'gone'), gone)
  t.after(() => rmSync(gone, { force: true }))
  const journal = await openJobJournal('other', ['trig'], 1)
  assert.ok(journal !== null)
  journal.close()
})

test('openJobJournal goes on with what its own version measured, and with nothing of another', async t => {
  const open = async () => (await openJobJournal('job', ['trig'], 1)) ?? assert.fail('none can be written')
  const begun = await open()
  begun.add({ key: 'a', tookNs: 1, value: 1 })
  begun.close()
  const same = await open()
  assert.equal(same.size, 1)
  same.close()
  // Without git its commit is not known.
  const { PATH } = process.env
  process.env.PATH = ''
  t.after(() => (process.env.PATH = PATH))
  const other = await open()
  assert.equal(other.size, 0)
  assert.notEqual(other.head.steelyard, same.head.steelyard)
  other.close()
})
