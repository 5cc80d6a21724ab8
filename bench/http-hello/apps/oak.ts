import { Application, isHttpError, Router } from '@oakserver/oak'

const router = new Router()

router.get('/', (context, next) => {
  context.response.body = { hello: 'world' }
  return next()
})

const app = new Application()

app.use(async (context, next) => {
  const start = Date.now()
  await next()
  context.response.headers.set('X-Response-Time', `${Date.now() - start}ms`)
})

app.use(async (context, next) => {
  try {
    await next()
  } catch (error) {
    if (!isHttpError(error)) throw error
    const { message, status, stack } = error
    context.response.status = status
    context.response.body = context.request.accepts('json')
      ? { message, status, stack }
      : `${status} ${message}\n\n${stack ?? ''}`
  }
})

app.use(router.routes())
app.use(router.allowedMethods())

export default app
