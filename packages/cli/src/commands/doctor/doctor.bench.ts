import { suite } from 'steelyard'

const TURNS = 20_000
const OBJECTS = 400
const STEPS = 100

/** Three kinds of work that noise falls upon unlike: computing, allocating, waiting for oneself. */
export default suite({
  name: 'doctor',
  question: 'How far apart are equals on this machine?',
  setup: () => ({ turns: TURNS, objects: OBJECTS, steps: STEPS }),
  compare: 'cases',
  baseline: 'compute',
  cases: {
    compute: ({ turns }) => {
      let value = 1
      for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
      return value
    },
    allocate: ({ objects }) => {
      const made = Array.from({ length: objects }, (_, id) => ({ id, name: `object ${id}`, tags: [id] }))
      return made.reduce((sum, { id, tags }) => sum + id + tags.length, 0)
    },
    await: async ({ steps }) => {
      let sum = 0
      for (let step = 0; step < steps; step++) sum += await Promise.resolve(step)
      return sum
    },
  },
  expected: ({ turns, objects, steps }, caseId) => {
    if (caseId === 'allocate') return (objects * (objects - 1)) / 2 + objects
    if (caseId === 'await') return (steps * (steps - 1)) / 2
    let value = 1
    for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
    return value
  },
})
