import { suite } from 'steelyard'

// Runs once per launch and is not timed. The same input everywhere: nothing random without a seed.
const list = Array.from({ length: 1000 }, (_, index) => index * 3)

// Each case is timed on every runtime. The others are compared with the first, and must return what it returns.
export default suite({
  slice: () => list.slice(),
  spread: () => [...list],
})
