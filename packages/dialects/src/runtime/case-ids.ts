import { digest } from '@steelyard/harness/canonical'
import { kebabCase } from '@steelyard/harness/definition'

const LONGEST_ID = 60

/**
 * Returns a kebab-case id for each title, all of them different: its words; where titles differ in other characters alone,
 * their words and a part of their digest. The second case of one title has the number 2, and so on.
 */
export function caseIds(titles: readonly string[]): string[] {
  const once = new Set<string>()
  const shared = new Set<string>()
  for (const words of Array.from(new Set(titles), wordsOf)) (once.has(words) ? shared : once).add(words)
  const times = new Map<string, number>()
  const taken = new Set<string>()
  return titles.map(title => {
    const words = wordsOf(title)
    const plain = shared.has(words) ? marked(words, title) : words
    const time = (times.get(title) ?? 0) + 1
    times.set(title, time)
    const numbered = time === 1 ? plain : `${plain}-${time}`
    // A title may end as the second case of another is numbered.
    const id = taken.has(numbered) ? marked(numbered, `${title}\n${time}`) : numbered
    taken.add(id)
    return id
  })
}

function wordsOf(title: string): string {
  const words = kebabCase(title)
  if (words === '') return marked('case', title)
  return words.length <= LONGEST_ID ? words : marked(words.slice(0, LONGEST_ID).replace(/-+$/, ''), title)
}

function marked(words: string, title: string): string {
  return `${words}-${digest(title).slice(0, 6)}`
}
