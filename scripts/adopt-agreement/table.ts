import { type Estimate, estimateFromLaunches, unpairedRatio } from '../../packages/stats/src/index.ts'
import { blockedRatio } from './blocked-ratio.ts'
import { CASES, type Cell, type Side, TOOLS, type Tool } from './cells.ts'

/** What is no difference, as a fraction. */
const MARGIN = 0.05
/** Ends of an interval that are further apart than so many times say neither. */
const WIDEST = 1.5
/** What a tool adds to every call is taken from those that are long beside it. */
const NOTHING = 'nothing'

interface Row {
  readonly tool: Tool['name']
  readonly case: string
  readonly theirs: Estimate
  readonly ours: Estimate
  readonly ratio: Estimate
  /** Null where the two agree. */
  readonly cause: string | null
}

/** What of a tool's launches is compared with ours, and what it says if it agrees where the plain means do not. */
interface Variant {
  readonly cause: string
  readonly side: Exclude<Side, 'steelyard'>
  readonly of: 'times' | 'middles'
  readonly isWithoutOwnCost: boolean
  /** Whether only the faster half of the launches of each side counts. */
  readonly isOfFaster?: boolean
  /** Part of the names of the tool's cases that do the same and are awaited; absent for the same cases. */
  readonly suffix?: string
}

const AWAITED_SUFFIX = ', awaited'

const AWAITED: readonly Variant[] = [false, true].map(isWithoutOwnCost => ({
  ...{ side: 'tool', of: 'times', isWithoutOwnCost, suffix: AWAITED_SUFFIX },
  cause: `it does not await the promise${isWithoutOwnCost ? ', and what it adds to an awaited call' : ''}`,
}))

const VARIANTS: readonly Variant[] = [
  ...(
    [
      ['tool', 'times', null],
      ['one-core', 'times', 'it has other cores for the compiler and the collector'],
      ['alone', 'times', 'other cases ran before in its process'],
      ['tool', 'middles', 'slow calls in its mean, most of them before the code was optimised'],
      ['one-core', 'middles', 'slow calls in its mean, and other cores'],
      ['alone', 'middles', 'slow calls in its mean, and other cases before'],
    ] as const
  ).flatMap(([side, of, why]) => [
    { side, of, cause: why ?? '', isWithoutOwnCost: false },
    {
      ...{ side, of, isWithoutOwnCost: true },
      cause: [`what it adds to a call`, ...(why === null ? [] : [why])].join('; '),
    },
  ]),
  ...AWAITED,
  ...[false, true].map(isWithoutOwnCost => ({
    ...{ side: 'tool' as const, of: 'times' as const, isWithoutOwnCost, isOfFaster: true },
    cause: `${isWithoutOwnCost ? 'what it adds to a call; ' : ''}the machine was slow in some launches, the faster halves agree`,
  })),
]

export function markdown(cells: readonly Cell[]): string {
  const rows = TOOLS.flatMap(({ name }) => CASES.flatMap(one => rowOf(cells, name, one) ?? []))
  const wide = rows.filter(isTooWide).length
  const agreeing = rows.filter(({ cause }) => cause === null).length - wide
  const versions = [...new Set(cells.map(({ version }) => version))]
  const days = [...new Set(cells.map(({ at }) => at.slice(0, 10)))]
  const cpus = [...new Set(cells.flatMap(({ cpuId }) => cpuId ?? []))]
  return `# Times of Steelyard, and of the tools that files are written for

\`node scripts/adopt-agreement.ts <cells>\`, ${days.join(', ')}, cpuId ${cpus.join(', ')}.
${versions.map(version => `- ${version}`).join('\n')}

The same file, unchanged: its own tool was started n times, and Steelyard had n launches of every case between them. Times
are means of an iteration with 95 % intervals over launches. Tool ÷ Steelyard is of blocks of five launches each, with the
spread within them, since the machine's own speed changes from block to block. The two _agree_ where its interval reaches
into ± ${100 * MARGIN} %: ${agreeing} of ${rows.length} do. Of ${wide} it is too wide to say: its ends are more than ${WIDEST} times apart.

A cause is what was changed of the tool's side until it agreed: its time of an empty function taken off; one core alone; a
process for every case; the middle call instead of the mean (three quarters for \`deno bench\`, which tells no median); an
async function around the call. Last, of both sides, the faster half of the launches: the machine is slower at times, by
up to two.

| tool | case | tool's time | n | Steelyard's | n | tool ÷ Steelyard | |
| :-- | :-- | --: | --: | --: | --: | --: | :-- |
${rows.map(lineOf).join('\n')}
${awaitedNote(cells)}`
}

/** Says what a tool shows that awaits async functions alone, where one is around the call. */
function awaitedNote(cells: readonly Cell[]): string {
  const [call, nothing] = ['await-five', NOTHING].map(one =>
    estimateFromLaunches(valuesOf(cells, 'tool', 'times', `${one}${AWAITED_SUFFIX}`)),
  )
  if (!call || !nothing) return ''
  return `
\`deno bench\` awaits async functions alone, and \`await-five\` is another that returns a promise: nobody awaits it there. With an
async function around it, it shows ${nanoseconds(call)}, and ${nanoseconds(nothing)} of an empty one (${call.n} starts).
`
}

function rowOf(cells: readonly Cell[], tool: Tool['name'], one: string): Row | null {
  const own = cells.filter(cell => cell.tool === tool)
  const oursNs = valuesOf(own, 'steelyard', 'times', one)
  const compared = VARIANTS.map(variant => ({ variant, ratio: ratioOf(own, variant, one) }))
  const [plain, ...others] = compared
  const theirs = estimateFromLaunches(valuesOf(own, 'tool', 'times', one))
  const ours = estimateFromLaunches(oursNs)
  if (!plain?.ratio || theirs === null || ours === null) return null
  const found = others.find(({ ratio }) => ratio !== null && agrees(ratio) && !isWide(ratio))
  const isAwaitedElsewhere = valuesOf(own, 'tool', 'times', `${one}${AWAITED_SUFFIX}`).length > 0
  const unknown = isAwaitedElsewhere ? 'it does not await this call (below the table)' : 'not found'
  const cause = agrees(plain.ratio) ? null : (found?.variant.cause ?? unknown)
  return { tool, case: one, theirs, ours, ratio: plain.ratio, cause }
}

function ratioOf(cells: readonly Cell[], variant: Variant, one: string): Estimate | null {
  const { side, of, isWithoutOwnCost, isOfFaster = false, suffix = '' } = variant
  const costs = valuesOf(cells, side, of, `${NOTHING}${suffix}`)
  const cost = isWithoutOwnCost ? costs.reduce((sum, ns) => sum + ns, 0) / costs.length : 0
  const logsOf = (block: readonly Cell[]) => ({
    head: valuesOf(block, side, of, `${one}${suffix}`).map(ns =>
      Math.log(Math.max(ns - cost, Number.MIN_VALUE)),
    ),
    base: valuesOf(block, 'steelyard', 'times', one).map(ns => Math.log(ns)),
  })
  if (isOfFaster) {
    const { head, base } = logsOf(cells)
    return unpairedRatio(fasterHalf(head), fasterHalf(base))
  }
  return blockedRatio([...Map.groupBy(cells, ({ block }) => block).values()].map(logsOf))
}

function fasterHalf(logs: readonly number[]): number[] {
  return logs.toSorted((one, other) => one - other).slice(0, Math.ceil(logs.length / 2))
}

function valuesOf(cells: readonly Cell[], side: Side, of: 'times' | 'middles', one: string): number[] {
  return cells.filter(cell => cell.side === side).flatMap(cell => cell[of][one] ?? [])
}

function isTooWide({ ratio, cause }: Row): boolean {
  return cause === null && isWide(ratio)
}

function isWide({ lower, upper }: Estimate): boolean {
  return upper > WIDEST * lower
}

function agrees({ lower, upper }: Estimate): boolean {
  return lower <= 1 + MARGIN && upper >= 1 / (1 + MARGIN)
}

function lineOf(row: Row): string {
  const { tool, case: one, theirs, ours, ratio, cause } = row
  const cells = [
    ...[tool, one, nanoseconds(theirs), theirs.n, nanoseconds(ours), ours.n],
    `${ratio.value.toFixed(2)} [${ratio.lower.toFixed(2)}, ${ratio.upper.toFixed(2)}]`,
    isTooWide(row) ? 'too wide' : cause === null ? 'agree' : `differ: ${cause}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function nanoseconds({ value, lower, upper }: Estimate): string {
  const digits = value < 100 ? 1 : 0
  return `${value.toFixed(digits)} ns [${lower.toFixed(digits)}, ${upper.toFixed(digits)}]`
}
