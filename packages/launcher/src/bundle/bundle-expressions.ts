import { type TransformFailure, transform } from 'esbuild'
import { bundleAppText } from './bundle.ts'

/** Expressions that are measured, each as a case, and the statements that they need. */
export interface Expressions {
  readonly setup: string
  readonly expressions: readonly string[]
}

/** A name longer than this fills a table. */
const LONGEST_NAME = 40

/**
 * Returns the text of a suite module whose cases are expressions. Its setup runs where the module is loaded, in each
 * launch; its results are kept alive, and not compared with one another.
 *
 * @param directory what imports of the setup are seen from
 * @throws SyntaxError, in one sentence with what cannot be read
 */
export async function bundleExpressions(
  { setup, expressions }: Expressions,
  directory: string,
): Promise<string> {
  const fault = await faultOf(`\n${setup}\n`)
  if (fault !== null) {
    throw new SyntaxError(
      `Cannot read the setup '${setup}': ${fault}. Give statements, as at the top of a module.`,
    )
  }
  const ids = caseNames(expressions)
  const cases = await Promise.all(
    expressions.map(async (text, index) => `  ${JSON.stringify(ids[index])}: ${await functionOf(text)},`),
  )
  const contents = `${setup}
export default {
  name: 'expressions',
  verify: () => null,
  cases: {
${cases.join('\n')}
  },
}`
  const { text } = await bundleAppText(contents, 'the expressions', directory)
  return text
}

/** Returns a name for each expression: its text on one line, cut where it is long. */
function caseNames(expressions: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return expressions.map(text => {
    // A control or formatting character would change how a terminal shows the rest.
    const line = text.replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
    const letters = Array.from(line)
    const name = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : line
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} #${count}`
  })
}

/** Returns a function that gives the value of an expression, an async one where it awaits something. */
async function functionOf(text: string): Promise<string> {
  // What closes a bracket of its own and opens another is no expression in both.
  const fault = (await faultOf(`(\n${text}\n)`)) ?? (await faultOf(`[\n${text}\n]`))
  if (fault !== null) {
    throw new SyntaxError(
      `Cannot read the expression '${text}': ${fault}. Give one expression; statements that it needs belong in --setup.`,
    )
  }
  const plain = `() => (\n${text}\n)`
  return (await faultOf(plain)) === null ? plain : `async ${plain}`
}

/** Returns what is wrong with a module whose first line is not the user's; null where nothing is. */
async function faultOf(module: string): Promise<string | null> {
  try {
    await transform(`${module};export {}`, { format: 'esm', target: 'es2022', logLevel: 'silent' })
    return null
  } catch (error) {
    const [first] = (error as Partial<TransformFailure>).errors ?? []
    if (first === undefined) throw error
    const { line = 0, column = 0 } = first.location ?? {}
    const isOurs = line > module.split('\n').length - 1
    return isOurs ? 'it ends too early' : `${first.text} at line ${line - 1}, column ${column + 1}`
  }
}
