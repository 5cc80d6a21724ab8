import { readFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Loader, type Plugin, transform } from 'esbuild'

const LOCATION = /\b(?:import\.meta\.(?:url|dirname|filename|dir|path)|__dirname|__filename)\b/

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.jsx': 'jsx',
}

/** Gives modules the paths that they had before they were bundled: they read files next to them. */
export const fileLocations: Plugin = {
  name: 'file-locations',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path, with: { NODE_ENV } }) => {
      if (NODE_ENV !== undefined) return null
      const text = await readFile(path, 'utf8')
      if (!LOCATION.test(text)) return null
      const [file, folder] = [JSON.stringify(path), JSON.stringify(dirname(path))]
      const loader = LOADERS[extname(path)] ?? 'js'
      try {
        const { code } = await transform(text, {
          loader,
          charset: 'utf8',
          define: {
            'import.meta.url': JSON.stringify(pathToFileURL(path).href),
            ...{ 'import.meta.dirname': folder, 'import.meta.dir': folder, __dirname: folder },
            ...{ 'import.meta.filename': file, 'import.meta.path': file, __filename: file },
          },
        })
        return { contents: code, loader: 'js' }
      } catch {
        // The bundler reports it.
        return null
      }
    })
  },
}
