import app from './oak.ts'

/** oak chooses: `node:http`, `Deno.serve` or `Bun.serve`. */
export default app.listen({ hostname: '127.0.0.1', port: Number(process.env.PORT) })
