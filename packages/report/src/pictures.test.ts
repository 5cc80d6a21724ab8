import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

test('what every command loads of this package does not load the library that draws', () => {
  assert.deepEqual(packagesFrom(join(import.meta.dirname, 'index.ts')).filter(isDrawing), [])
  assert.equal(packagesFrom(join(import.meta.dirname, 'pictures.ts')).some(isDrawing), true)
})

function isDrawing(name: string): boolean {
  return name.startsWith('@observablehq/')
}

/** Returns the packages that a file imports, by itself or through files of its own package; types apart. */
function packagesFrom(file: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^']*from '([^']+)'/gm)
  return Array.from(imports, ([, specifier = '']) => specifier).flatMap(specifier =>
    specifier.startsWith('.') ? packagesFrom(join(dirname(file), specifier), seen) : [specifier],
  )
}
