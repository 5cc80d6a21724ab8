import type { RunRecord } from '../record.ts'

/** Returns the fault of the first broken tree of stacks in a record; null when all are sound. */
export function brokenStack({ profiles, causes }: RunRecord): string | null {
  const faults = [
    ...profiles.map(({ stacks, launches }, index) => {
      const at = `profiles[${index}]`
      return brokenTree(`${at}.stacks`, stacks) ?? unevenShares(at, stacks.length, launches)
    }),
    ...causes.map(({ frames }, index) => brokenTree(`causes[${index}].frames`, frames)),
  ]
  return faults.find(fault => fault !== null) ?? null
}

type Launches = RunRecord['profiles'][number]['launches']

function brokenTree(at: string, nodes: readonly { readonly caller: number | null }[]): string | null {
  for (const [index, { caller }] of nodes.entries()) {
    const isRight = index === 0 ? caller === null : caller !== null && caller < index
    if (!isRight) {
      const expected = index === 0 ? 'null for the first' : `a number below ${index}`
      return `${at}[${index}].caller is ${caller}, expected ${expected}`
    }
  }
  return null
}

function unevenShares(at: string, nodes: number, launches: Launches): string | null {
  for (const [index, { self, below }] of launches.entries()) {
    for (const [name, list] of Object.entries({ self, below })) {
      if (list.length !== nodes) {
        return `${at}.launches[${index}].${name} has ${list.length} entries, expected ${nodes}, one for each node in stacks`
      }
    }
  }
  return null
}
