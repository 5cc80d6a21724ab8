// Imports point one way. What a package may import stands in the `dependencies` of its package.json; here is that none of
// these points upward, and that no file reaches into another package by a relative path. See ARCHITECTURE.md.
import { globSync, readFileSync } from 'node:fs'

/** Each may depend on those after it. */
const ORDER = [
  ...['site', 'selfbench', 'cli', 'analysis', 'measure', 'schedule', 'load', 'routing', 'timers', 'launcher'],
  ...[
    'dialects',
    'runners',
    'report',
    'interop',
    'archive',
    'fleet',
    'text',
    'record',
    'bench',
    'stats',
    'harness',
  ],
]

const IMPORTS = /(?:from|import)\s*\(?\s*'([^']+)'/g

const root = `${import.meta.dirname}/..`
const faults: string[] = []

for (const name of ORDER) {
  const folder = globSync(`{packages/${name},${name}}`, { cwd: root })[0] ?? ''
  const { dependencies = {} } = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
  const allowed = Object.entries<string>(dependencies).map(
    ([alias, at]) =>
      // A name of its own for one of them: `workspace:@steelyard/harness@*`.
      /@steelyard\/(\w+)/.exec(`${at} ${alias}`)?.[1] ?? '',
  )
  const upward = allowed.filter(other => other !== '' && ORDER.indexOf(other) <= ORDER.indexOf(name))
  faults.push(...upward.map(other => `${folder}/package.json depends on ${other}, which is above ${name}`))
  for (const file of globSync(`${folder}/${folder === name ? '' : 'src/'}**/*.ts`, { cwd: root })) {
    if (/node_modules|\.test\.ts$|\/(fixtures|test)\//.test(file)) continue
    for (const [, specifier = ''] of readFileSync(`${root}/${file}`, 'utf8').matchAll(IMPORTS)) {
      const other =
        /^@steelyard\/(\w+)/.exec(specifier)?.[1] ?? (specifier === 'steelyard' ? 'harness' : name)
      if (other !== name && !allowed.includes(other)) {
        faults.push(`${file} imports ${specifier}, which is no dependency in ${folder}/package.json`)
      }
      if (/^\.\..*\/(packages|runners|timers|bench|selfbench|site)\//.test(specifier)) {
        faults.push(`${file} imports ${specifier}: name the package instead`)
      }
    }
  }
}

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exitCode = 1
}
