import { readRequest } from './request.js'

const [a, b] = readRequest(process.env.SELFBENCH).sides

/** Two functions of their own text, as a user writes them: the loop is the user's here. */
export default {
  a: a.isAsync
    ? async n => {
        let last
        for (let i = 0; i < n; i++) last = await a.once()
        return last
      }
    : n => {
        let last
        for (let i = 0; i < n; i++) last = a.once()
        return last
      },
  b: b.isAsync
    ? async n => {
        let last
        for (let i = 0; i < n; i++) last = await b.once()
        return last
      }
    : n => {
        let last
        for (let i = 0; i < n; i++) last = b.once()
        return last
      },
}
