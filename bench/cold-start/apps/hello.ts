export default { fetch: (): Response => new Response('Hello World!') }
