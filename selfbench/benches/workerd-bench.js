import { readRequest } from './request.js'

/** The default; a warm-up of 200 ms comes before, and the overhead is measured once. */
const SAMPLES = 50

export default {
  bench(b, env) {
    const { sides, secondsEach } = readRequest(env.SELFBENCH)
    const options = { minTime: Math.max(1, Math.round(secondsEach * 1000)), samples: SAMPLES }
    for (const { name, isAsync, once } of sides) {
      b.run(name, isAsync ? async () => b.blackBox(await once()) : () => b.blackBox(once()), options)
    }
  },
}
