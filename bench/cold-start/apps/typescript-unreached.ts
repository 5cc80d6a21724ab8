import './as-browser.ts'
import ts from 'typescript-5'

export default { fetch: (): Response => new Response(`Hello World! ${ts.SyntaxKind.Identifier}`) }
