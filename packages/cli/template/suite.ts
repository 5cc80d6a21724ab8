import { suite } from 'steelyard'

export default suite({
  name: 'new-suite',
  question: 'Which way of copying an array is fastest?',
  // The first value is the default; --param length=10 chooses another, --param length=all runs both.
  params: { length: [1000, 10] },
  // Runs once per launch and is not timed. The same input in every runtime and launch: nothing random without a seed.
  setup: ({ length }) => ({ list: Array.from({ length }, (_, index) => index * 3) }),
  // The case that the others are compared with. With compare: 'targets' a run compares the runtimes instead.
  baseline: 'slice',
  // One thing differs between a case and the baseline. A case returns what it made; one that returns a promise is async.
  cases: {
    slice: ({ list }) => list.slice(),
    spread: ({ list }) => [...list],
    'array-from': ({ list }) => Array.from(list),
  },
  // The reference output, computed by other means than what is timed.
  expected: ({ list }) => list.map((_, index) => index * 3),
})
