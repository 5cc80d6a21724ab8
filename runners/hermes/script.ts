import { mailboxText } from './mailbox.ts'

const EXPORTS = /\nexport \{\s*([^}]*?)\s*\};?\s*(?:\/\/[^\n]*\s*)*$/

/**
 * Returns the script of a contender in a shell without modules: the bundle as a function, which returns what it exports, and the entry.
 *
 * @throws SyntaxError where the bundle imports something, or exports anything in another way than esbuild does
 */
export function contenderScript(entry: string, bundle: string): string {
  return `(function () {
var steelyard = {
list: function () { return ${mailboxText()} },
bundle: function () {
'use strict';
${functionBody(bundle)}
}
};
(function () {
'use strict';
${entry}
})();
})();
`
}

function functionBody(bundle: string): string {
  const module = /^import\b[^\n]*?["']([^"'\n]+)["']/m.exec(bundle)?.[1]
  if (module !== undefined)
    throw new SyntaxError(`needs the module ${module}, which this shell does not have`)
  const names = EXPORTS.exec(bundle)?.[1]
  if (names === undefined) throw new SyntaxError('its bundle has no list of exports at its end')
  const fields = names.split(',').map(name => {
    const [local = '', exported = local] = name.trim().split(/\s+as\s+/)
    return `${JSON.stringify(exported)}: ${local}`
  })
  return bundle.replace(EXPORTS, () => `\nreturn { ${fields.join(', ')} };`)
}
