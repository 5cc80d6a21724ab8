import { type BuildFailure, type BuildOptions, build, type Plugin } from 'esbuild'

const BUILDS = ['production', 'development']

/**
 * Lets one bundle hold a library in both its builds: what is imported `with { NODE_ENV: 'production' }`, and all that
 * it imports itself, is bundled apart from the rest with `process.env.NODE_ENV` defined so.
 *
 * @param options of the bundle as a whole
 */
export function nodeEnvImports(options: BuildOptions): Plugin {
  return {
    name: 'node-env-imports',
    setup({ onLoad }) {
      onLoad({ filter: /.*/ }, async ({ path, with: attributes }) => {
        const { NODE_ENV: name } = attributes
        if (name === undefined) return null
        if (!BUILDS.includes(name)) {
          return { errors: [{ text: `NODE_ENV is '${name}', not one of ${BUILDS.join(', ')}` }] }
        }
        try {
          const { outputFiles } = await build({
            ...options,
            entryPoints: [path],
            define: { 'process.env.NODE_ENV': JSON.stringify(name) },
            write: false,
          })
          return { contents: outputFiles[0]?.text ?? '', loader: 'js' }
        } catch (error) {
          return { errors: (error as BuildFailure).errors }
        }
      })
    },
  }
}
