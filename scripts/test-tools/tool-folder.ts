import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns the folder of a package that only tests, checks and pictures need; null where there is none for this platform. */
export function toolFolder(name: string): string | null {
  if (!existsSync(new URL('node_modules', import.meta.url))) {
    throw new Error("Cannot find what only tests need. Run 'npx -y pnpm@12 test:tools' first.")
  }
  const folder = new URL(`node_modules/${name}/`, import.meta.url)
  return existsSync(folder) ? fileURLToPath(folder) : null
}

/** Returns the path of a Chromium and its arguments. It unpacks itself into TMPDIR. */
export async function chromiumProgram(): Promise<{ executablePath: string; args: string[] }> {
  const { default: chromium } = await import(`${toolFolder('@sparticuz/chromium')}build/index.js`)
  return { executablePath: await chromium.executablePath(), args: chromium.args }
}
