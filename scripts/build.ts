// Makes the package that is published as `steelyard`: node scripts/build.ts [folder]
// The folder (default: dist) gets the package and its tarball. It has the tree of the repository, so that what finds
// files by their path finds them there too.
import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { compile } from './build/compile.ts'
import { writeDeclarations } from './build/declarations.ts'
import { publishedManifest, runnersManifest, versionManifest } from './build/manifest.ts'
import { filesOf, ROOT } from './build/places.ts'
import { vendor } from './build/vendor.ts'

const ENTRY = 'packages/cli/src/api/package.ts'

const COPIED = [
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/ci/*',
  'docs/fleet/*',
  'docs/pictures/error.svg',
  'bench/*/**',
  'packages/*/src/**/*.bench.ts',
  'packages/cli/template/*',
  'packages/*/*.schema.json',
  'packages/*/src/**/*.mjs',
  'runners/**/*.mjs',
]

const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'))
const packageFolder = join(folder, 'steelyard')

await rm(packageFolder, { recursive: true, force: true })
for (const file of filesOf(...COPIED)) await copy(file, file)
await copy('packages/cli/README.md', 'README.md')
await compile(packageFolder)
await writeDeclarations(ENTRY, packageFolder)
const manifest = publishedManifest()
await vendor(manifest.bundleDependencies, packageFolder)
await writeJson('package.json', manifest)
await writeJson('runners/package.json', runnersManifest())
await writeJson('packages/cli/package.json', versionManifest())
await chmod(join(packageFolder, 'packages/cli/src/api/installed.js'), 0o755)

const packed = execFileSync('npm', ['pack', '--json', '--loglevel', 'error', '--pack-destination', folder], {
  cwd: packageFolder,
  encoding: 'utf8',
})
const [tarball] = Object.values(JSON.parse(packed)) as {
  filename: string
  size: number
  unpackedSize: number
  files: unknown[]
}[]
if (!tarball) throw new Error('npm pack names what it made')
process.stdout.write(
  `${join(folder, tarball.filename)}: ${tarball.files.length} files, ${kilobytes(tarball.size)}, ${kilobytes(tarball.unpackedSize)} unpacked\n`,
)

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(join(packageFolder, to)), { recursive: true })
  await copyFile(join(ROOT, from), join(packageFolder, to))
}

function writeJson(file: string, value: object): Promise<void> {
  return writeFile(join(packageFolder, file), `${JSON.stringify(value, null, 2)}\n`)
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}
