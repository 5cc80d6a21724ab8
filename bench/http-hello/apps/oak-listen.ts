import app from './oak.ts'

/** oak chooses: `Bun.serve` on Bun, else `node:http`: it takes Deno 2, which has `process` and `global`, for Node. */
export default app.listen({ hostname: '127.0.0.1', port: Number(process.env.PORT) })
