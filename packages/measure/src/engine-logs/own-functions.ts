import { basename } from 'node:path'
import { isOwnSource } from '@steelyard/launcher'
import type { LoggedFunction } from '@steelyard/runners'
import type { LaunchContext } from '../launch/launch-context.ts'
import { locator, type SuiteScripts, scriptsOf } from '../profiles/places.ts'
import type { OwnFunctions } from './function-tiers.ts'

/** Functions of the harness that call a case, which V8 compiles with it. */
const LOOPS = ['loop', 'loopAsync']

/** Returns what recognises the functions of a suite: by their place where the engine reports it, else by their names. */
export function ownFunctions({ suite }: Pick<LaunchContext, 'suite'>): OwnFunctions {
  const scripts = scriptsOf({ suite })
  const locate = locator(scripts)
  const text = suiteText(scripts) ?? suite.bundle.text
  const identifiers = text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []
  const names = new Set([...identifiers, ...LOOPS, ...quotedIn(text)])
  const partOf = (name: string, url: string, line: number, column: number) =>
    locate({ name, url, line, column, caller: null })
  return {
    sourceOf({ name, url, line, column }: LoggedFunction) {
      if (url === null || line === null)
        return names.has(lastWord(name)) || names.has(name) ? null : undefined
      const { part, source } = partOf(name, url, line, column ?? 0)
      if (part === 'loop') return LOOPS.includes(name) ? null : undefined
      return part === 'suite' && name !== '' ? source : undefined
    },
    placeOf: (url, line, column) => {
      const { part, source } = partOf('', url, line, column)
      return part === 'suite' ? (source ?? `${basename(url)}:${line + 1}`) : null
    },
  }
}

/** The name of a method or an accessor has more words than one. */
function lastWord(name: string): string {
  return name.split(/[\s.]/).at(-1) ?? ''
}

/** Cases may have names that are no identifiers. */
function quotedIn(text: string): string[] {
  return Array.from(text.matchAll(/(['"])([^'"\n]{1,100})\1\s*[:(]/g), ([, , name = '']) => name)
}

/** Returns the text of the suite's own files; null without a source map. */
function suiteText({ map }: SuiteScripts): string | null {
  if (map === null) return null
  const { sources, sourcesContent = [] } = map.payload
  const texts = sources.flatMap((source, index) => (isOwnSource(source) ? [] : (sourcesContent[index] ?? [])))
  return texts.length === 0 ? null : texts.join('\n')
}
