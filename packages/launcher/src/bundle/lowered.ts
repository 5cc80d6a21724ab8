/** The part of Babel that is used here: it is not installed with the published package. */
interface Babel {
  transform(text: string, options: Readonly<Record<string, unknown>>): { readonly code?: string | null }
}

// A name that no types are looked up for.
const BABEL: string = '@babel/standalone'

/** What builds of Hermes before 1.0 lack, as the preset of React Native lowers it for them. */
const PLUGINS = [
  'transform-class-static-block',
  'transform-class-properties',
  'transform-private-methods',
  'transform-private-property-in-object',
  'transform-classes',
  'transform-block-scoping',
  'transform-async-generator-functions',
  'transform-async-to-generator',
  'transform-named-capturing-groups-regex',
  'transform-unicode-property-regex',
  'transform-unicode-sets-regex',
]

/**
 * Lowers a module for engines without classes, block scopes and asynchronous arrow functions.
 *
 * @throws SyntaxError in one sentence where Babel is not installed, or cannot read the text
 */
export async function loweredText(text: string): Promise<string> {
  const { transform } = await babel()
  const { code } = transform(text, {
    plugins: PLUGINS,
    // The preset's way: private fields are properties and no weak maps.
    assumptions: { privateFieldsAsProperties: true, setPublicClassFields: true },
    // One bundle, in which each helper stands once.
    ...{ sourceType: 'module', compact: false, configFile: false, babelrc: false },
  })
  return code ?? ''
}

async function babel(): Promise<Babel> {
  // Babel looks for one, and Node warns about each access.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true, writable: true })
  try {
    const module = (await import(BABEL)) as Babel & { readonly default?: Babel }
    return module.default ?? module
  } catch {
    throw new SyntaxError(
      `Cannot transpile the suite for Hermes before 1.0: the package ${BABEL} is not installed. Install it next to steelyard and run again.`,
    )
  }
}
