import type { FunctionTiersRecord } from '@steelyard/record'
import type { EngineLog, LoggedFunction } from '@steelyard/runners'
import type { EngineLogs, Noticed } from './log-observer.ts'

/** Tells the functions of a suite, and the loop that calls them, from others. */
export interface OwnFunctions {
  /** Returns where the function begins, as file:line; null where that is unknown, undefined for a function of others. */
  sourceOf(logged: LoggedFunction): string | null | undefined
  /** Returns a place in the suite's own files, as file:line; null for none. */
  placeOf(url: string, line: number, column: number): string | null
}

interface Known {
  readonly logged: LoggedFunction
  readonly source: string | null
  bytecodeBytes: number | null
  /** What calls run in when the window begins, and where that is. */
  tier: string
  address: number | null
  readonly code: Noticed<Code>[]
  readonly left: Noticed<Left>[]
}

type Code = Pick<FunctionTiersRecord['code'][number], 'tier' | 'isLoop' | 'bytes'>

type Left = Pick<FunctionTiersRecord['deoptimisations'][number], 'reason' | 'source'>

/** Returns what an engine did to each function of a suite, in the order in which they were first seen. */
export function functionTiers(logs: EngineLogs, log: EngineLog, own: OwnFunctions): FunctionTiersRecord[] {
  const known = new Map<string, Known>()
  const byAddress = new Map<number, Known>()
  const unfinished = unfinishedOf(logs)
  for (const { event, when } of logs.events) {
    if (event.kind === 'code') {
      const found = knownOf(known, event.of, own, log.firstTier)
      if (found === null) {
        if (event.address !== null) byAddress.delete(event.address)
        continue
      }
      found.bytecodeBytes = event.bytecodeBytes ?? found.bytecodeBytes
      if (event.address !== null) byAddress.set(event.address, found)
      const { tier, isLoop, bytes, address } = event
      if (tier === log.firstTier) continue
      found.code.push({ event: { tier, isLoop, bytes }, when })
      // Code of a loop is entered from that loop alone, so it is not what calls run.
      if (when.phase === 'warm-up' && !isLoop) Object.assign(found, { tier, address })
    }
    if (event.kind === 'left') {
      const { functionName, address, reason, at } = event
      const found =
        address === null
          ? known.get(keyOf({ name: functionName ?? '', url: null, line: null, column: null }))
          : byAddress.get(address)
      const source = at?.url == null || at.line === null ? null : own.placeOf(at.url, at.line, at.column ?? 0)
      if (found === undefined) continue
      found.left.push({ event: { reason, source }, when })
      // JavaScriptCore, which reports no address, leaves its code for one call: the next ones enter it again.
      if (when.phase === 'warm-up' && address !== null && address === found.address)
        found.tier = found.tier.replace(/^(?:left )?/, 'left ')
    }
  }
  return Array.from(known.values(), ({ logged, source, bytecodeBytes, tier, code, left }) => ({
    name: logged.name,
    source,
    bytecodeBytes,
    tier,
    code: code.map(({ event, when }) => ({ ...event, ...when })),
    deoptimisations: counted(left),
    unfinished: unfinished.get(logged.name) ?? [],
  }))
}

function knownOf(
  known: Map<string, Known>,
  logged: LoggedFunction,
  own: OwnFunctions,
  tier: string,
): Known | null {
  const key = keyOf(logged)
  const before = known.get(key)
  if (before !== undefined) return before
  const source = own.sourceOf(logged)
  if (source === undefined) return null
  const found: Known = { logged, source, bytecodeBytes: null, tier, address: null, code: [], left: [] }
  known.set(key, found)
  return found
}

function keyOf({ name, url, line, column }: LoggedFunction): string {
  return JSON.stringify([name, url, line, column])
}

/** Returns the tiers that were begun for a function of a name and had not ended when the window had. */
export function unfinishedOf({ events }: EngineLogs): ReadonlyMap<string, readonly string[]> {
  const open = new Map<string, string[]>()
  for (const { event, when } of events) {
    if (when.phase === 'after' || (event.kind !== 'begun' && event.kind !== 'ended')) continue
    const tiers = open.get(event.functionName) ?? []
    open.set(event.functionName, tiers)
    if (event.kind === 'begun') tiers.push(event.tier)
    else if (tiers.includes(event.tier)) tiers.splice(tiers.indexOf(event.tier), 1)
  }
  return new Map([...open].filter(([, tiers]) => tiers.length > 0))
}

/** Returns each reason at each place once, with the first time and how often. */
function counted(left: readonly Noticed<Left>[]): FunctionTiersRecord['deoptimisations'] {
  const alike = Map.groupBy(left, ({ event, when }) => JSON.stringify([event, when.phase]))
  return Array.from(alike.values(), each => {
    const { event, when } = each[0] as Noticed<Left>
    return { ...event, count: each.length, ...when }
  })
}
