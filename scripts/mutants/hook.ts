// Loaded before a test file: replaces a part of one module as it is loaded. No file of the working tree changes.
import { registerHooks } from 'node:module'
import type { Mutant } from './mutant.ts'

const mutant = JSON.parse(process.env.STEELYARD_MUTANT ?? 'null') as Mutant | null

if (mutant !== null) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/${mutant.file}`)) return loaded
      return { ...loaded, source: String(loaded.source).replace(mutant.find, () => mutant.replace) }
    },
  })
}
