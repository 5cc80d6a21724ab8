import { Hono } from 'hono'

const app = new Hono()

app.get('/', context => context.json({ hello: 'world' }))

export default app
