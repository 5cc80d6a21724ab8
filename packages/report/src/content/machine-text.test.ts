import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CpuRecord, RunRecord } from '@steelyard/record'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { ZEN5_MACHINE } from '@steelyard/record/fixtures/machine-sample'
import type { TerminalStyle } from '@steelyard/text'
import { renderHtml } from '../html/render-html.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderOutlineMarkdown } from '../markdown/render-outline.ts'
import { renderHeader } from '../terminal/render-header.ts'
import { renderOutline } from '../terminal/render-outline.ts'
import { evidenceOutline } from './evidence/evidence-outline.ts'
import { rerunOutline } from './evidence/rerun-outline.ts'
import { machineText } from './machine-text.ts'

const renderEvidence = (record: RunRecord) => renderOutlineMarkdown(evidenceOutline(record))
const renderRerun = (before: RunRecord, after: RunRecord, style: TerminalStyle) =>
  renderOutline(rerunOutline(before, after), style)

const STYLE = { width: 150, color: false }
const ZEN5: CpuRecord = { vendor: 'AuthenticAMD', family: 26, model: 2, stepping: 1 }

function recordOn(cpu: CpuRecord | null): RunRecord {
  const record = compareSample()
  return { ...record, environment: { ...record.environment, cpuModel: 'AMD EPYC', cpu } }
}

test('the machine is described with its CPU in numbers, wherever it is described', () => {
  const record = recordOn(ZEN5)
  const expected = /AMD EPYC \\?\(family 26, model 2, stepping 1\\?\), 2 cores, 8 GiB/
  for (const text of [
    renderHeader(record, STYLE),
    renderMarkdown(record),
    renderHtml([record]),
    renderEvidence(record),
  ]) {
    assert.match(text, expected)
    assert.doesNotMatch(text, /CPU not identified/)
  }
})

test('of a CPU is said what is known', () => {
  const text = (cpu: CpuRecord | null) => machineText(recordOn(cpu).environment).split(', 2 ')[0]
  assert.equal(text({ ...ZEN5, model: null, stepping: null }), 'AMD EPYC (family 26)')
  assert.equal(text({ ...ZEN5, family: null, model: null, stepping: null }), 'AMD EPYC')
  assert.equal(text(null), 'AMD EPYC')
})

test('evidence without the numbers of its CPU says so', () => {
  assert.match(renderEvidence(recordOn(null)), /AMD EPYC, 2 cores.* CPU not identified: others may/)
})

test('a CPU that is identified has its id wherever the machine is described, and another one has none', () => {
  const record = recordOn(ZEN5)
  const identified = { ...record, environment: { ...record.environment, ...ZEN5_MACHINE } }
  const expected = /stepping 1\\?\), zen5-26\.2-ff4994, 2 cores, 8 GiB, guest of KVM, linux/
  for (const render of [
    (each: RunRecord) => renderHeader(each, STYLE),
    renderMarkdown,
    (each: RunRecord) => renderHtml([each]),
    renderEvidence,
  ]) {
    assert.match(render(identified), expected)
    assert.doesNotMatch(render(identified), /not identified/)
    assert.doesNotMatch(render(record), /zen5/)
    assert.match(render(recordOn(null)), /linux 6\.18\.0, CPU not identified/)
  }
})

test('the id of an installation is never shown', () => {
  const record = { ...compareSample(), environment: { ...compareSample().environment, ...ZEN5_MACHINE } }
  const texts = [renderHeader(record, STYLE), renderMarkdown(record), renderEvidence(record)]
  for (const text of texts) assert.ok(!text.includes(ZEN5_MACHINE.installationId))
})

test('an installation that cannot keep an id is said to have none', () => {
  const { environment } = compareSample()
  const identified = { ...environment, ...ZEN5_MACHINE, installationId: null }
  assert.match(machineText(identified), /, installation without an id$/)
  assert.doesNotMatch(machineText(environment), /without an id/)
})

test('a repetition tells the same machine from another one of that CPU, and from another CPU', () => {
  const record = compareSample()
  const on = (changes: Partial<RunRecord['environment']>): RunRecord => ({
    ...record,
    environment: { ...record.environment, ...ZEN5_MACHINE, ...changes },
  })
  const after = (changes: Partial<RunRecord['environment']>) =>
    renderRerun(on({}), on(changes), STYLE).replaceAll('\n', ' ')
  const other = '00000000-5398-46ec-9868-e551566a6cdd'
  assert.match(after({}), /Both are of one machine, zen5-26\.2-ff4994\./)
  assert.doesNotMatch(after({}), /What has changed/)
  assert.match(after({ installationId: other }), /another machine with the same CPU, zen5-26\.2-ff4994\./)
  assert.match(
    after({ installationId: null }),
    /Both have the CPU zen5-26\.2-ff4994; whether they are one machine is unknown\./,
  )
  for (const installationId of [ZEN5_MACHINE.installationId, other]) {
    assert.match(
      after({ cpuId: 'zen3-25.1-0a1b2c', installationId }),
      /The CPU differs: it was zen5-26\.2-ff4994 and is zen3-25\.1-0a1b2c\./,
    )
  }
  const unknown = { ...on({}).environment, cpuId: null, installationId: null }
  assert.doesNotMatch(
    renderRerun({ ...record, environment: unknown }, on({}), STYLE),
    /Both are|another machine/,
  )
  const changed = after({
    kernel: '6.19.0',
    microcode: '0x2',
    caches: [{ level: 3, type: 'unified', bytes: 16_777_216 }],
    cLibrary: { name: 'glibc', version: '2.41' },
    transparentHugePages: 'always',
  })
  assert.match(
    changed,
    /What has changed since: the caches; the microcode; the kernel; the C library; the transparent huge pages\./,
  )
})

test('a repetition tells another CPU of the same name, and where that is not known', () => {
  const rerun = (before: CpuRecord | null, after: CpuRecord | null) =>
    renderRerun(recordOn(before), recordOn(after), STYLE)
  assert.match(rerun({ ...ZEN5, family: 25 }, ZEN5), /What has changed since: the CPU\./)
  assert.doesNotMatch(rerun(ZEN5, { ...ZEN5 }), /the CPU\.|not identified/)
  for (const [before, after] of [
    [null, ZEN5],
    [ZEN5, null],
    [null, null],
  ] as const) {
    assert.match(rerun(before, after), /CPU not identified in one of the records: it may be another one\./)
    assert.doesNotMatch(rerun(before, after), /What has changed/)
  }
})
