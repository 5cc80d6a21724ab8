export default {
  fetch: () => Response.json({ hello: 'world' }),
}
