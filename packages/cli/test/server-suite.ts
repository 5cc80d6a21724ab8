import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a suite of servers whose cases are the given modules; `hello` is the right answer.
 *
 * @param apps the text of each module, by case
 * @param more what else the suite says, as a text of properties
 * @returns its file
 */
export async function writeServerSuite(
  directory: string,
  name: string,
  apps: Readonly<Record<string, string>>,
  more = '',
): Promise<string> {
  await mkdir(join(directory, 'apps'))
  for (const [id, text] of Object.entries(apps)) await writeFile(join(directory, 'apps', `${id}.ts`), text)
  const cases = JSON.stringify(Object.fromEntries(Object.keys(apps).map(id => [id, `apps/${id}.ts`])))
  const file = join(directory, `${name}.bench.ts`)
  await writeFile(
    file,
    `import { serverSuite } from 'steelyard'
export default serverSuite({ name: '${name}', question: 'Who is lost?', cases: ${cases}, answer: { body: 'hello' }, ${more} })`,
  )
  return file
}
