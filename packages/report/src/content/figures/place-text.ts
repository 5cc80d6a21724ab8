import type { PlaceKind, PlaceRecord } from '@steelyard/record'
import { shortNative } from './capture-notes.ts'

const KINDS: Readonly<Partial<Record<PlaceKind, string>>> = {
  engine: 'the engine, no function named',
  harness: 'around the case',
  runtime: 'JavaScript of the runtime',
  builtin: 'built-in functions',
}

/** Returns a function of the suite, where it begins, and what it called. */
export function placeText({ functionName, source, callee, kind }: Omit<PlaceRecord, 'share'>): string {
  const own = functionName === null ? null : withSource(functionName, source)
  const what = (callee && shortNative(callee)) ?? (kind === 'suite' ? null : (KINDS[kind] ?? kind))
  return [own, what].filter(part => part !== null).join(' > ')
}

/** Returns a function and where it begins, where that is known. */
export function withSource(functionName: string, source: string | null): string {
  return source === null ? functionName : `${functionName} (${source})`
}
