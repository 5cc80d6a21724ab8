import type { Phrase } from '@steelyard/text'
import type { Command, List } from '../content/document.ts'
import { markdownPhrase, markdownShell } from './markdown-text.ts'

/** Returns a list below its title; nothing for one without items. */
export function printList({ title, items }: List): string[] {
  return items.length === 0 ? [] : [`#### ${title}`, ...bullets(items)]
}

/** Returns sentences as one list; nothing of none. */
export function bullets(phrases: readonly Phrase[]): string[] {
  return phrases.length === 0 ? [] : [phrases.map(phrase => `- ${markdownPhrase(phrase)}`).join('\n')]
}

/** Returns a command below what it is for. */
export function printCommand(command: Command | null): string[] {
  return command === null ? [] : [command.about, markdownShell(command.command)]
}
