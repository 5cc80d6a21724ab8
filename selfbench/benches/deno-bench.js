import { readRequest } from './request.js'

const { sides } = readRequest(Deno.env.get('SELFBENCH'))
for (const [index, { name, once }] of sides.entries()) {
  Deno.bench({ name, group: 'sides', baseline: index === 0, fn: once })
}
