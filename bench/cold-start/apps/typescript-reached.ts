import './as-browser.ts'
import ts from 'typescript-5'

const SOURCE = 'export const greet = (name: string): string => "Hello " + name'

export default {
  fetch(): Response {
    const { outputText } = ts.transpileModule(SOURCE, { compilerOptions: { target: ts.ScriptTarget.ES5 } })
    return new Response(`Hello World! ${outputText.length}`)
  },
}
