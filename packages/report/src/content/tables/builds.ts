import { programSha256, type RunRecord } from '@steelyard/record'
import { formatDuration, joinPhrases, name, type Phrase } from '@steelyard/text'
import { headingsOf, type Table } from '../document.ts'
import { engineText } from '../engine-text.ts'

/** Returns what each target is: what it takes to judge its numbers, or to make them again. */
export function buildsTable({ targets }: RunRecord): Table {
  const codes = (texts: readonly string[]): Phrase => {
    const names = texts.map(text => [name(text)])
    return joinPhrases(names, ' ')
  }
  return {
    title: ['Builds'],
    headings: headingsOf(
      ['target', 'engine', 'from', 'SHA-256 of the file', 'flags', 'environment'],
      ['clock resolution', 'channel'],
    ),
    rows: targets.map(({ id, engine, binary, flags, environment, clockResolutionNs, channelCostNs }) => [
      [name(id)],
      engineText(engine),
      binary.source === 'npm' ? 'registry' : 'local file',
      [name(binary.sha256 ?? 'unknown')],
      codes(flags),
      codes(Object.entries(environment).map(([variable, value]) => `${variable}=${value}`)),
      ...[clockResolutionNs, channelCostNs].map(ns => (ns === null ? null : formatDuration(ns))),
    ]),
    notes: targets
      .filter(target => programSha256(target) !== target.binary.sha256)
      .map(({ id, build }) => [
        name(id),
        ' is a file that starts another: the program that ran has SHA-256 ',
        name(build?.executableSha256 ?? ''),
        ...(build?.execArgv && build.execArgv !== '[]' ? [' and was given ', name(build.execArgv)] : []),
        '.',
      ]),
  }
}
