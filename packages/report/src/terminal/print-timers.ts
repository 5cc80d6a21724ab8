import { type TerminalStyle, wrap } from '@steelyard/text'
import type { Timers } from '../content/tables/agreement.ts'
import { printList } from './print-list.ts'
import { printTable } from './print-table.ts'

/** The timers side by side, a table for each target, and below why they can differ. */
export function printTimers(
  params: string,
  { tables, differences }: Timers,
  style: TerminalStyle,
): string[][] {
  return [
    printParams(params, style),
    ...tables.map(table => [
      ...wrap(table.title, style),
      ...printTable(table, style, ([label = '', timer = '', ...values]) => [
        `${label}, ${timer}`,
        values.filter(value => value !== '').join('  '),
      ]),
    ]),
    printList(differences, style),
  ]
}

/** Returns the line above what belongs to one choice of parameters. */
export function printParams(params: string, style: TerminalStyle): string[] {
  return params === '' ? [] : wrap([params], style)
}
