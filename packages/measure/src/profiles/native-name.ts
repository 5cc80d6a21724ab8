/** Operators whose names would be taken for brackets. */
const OPERATOR = /operator(?:\(\)|<=>|<<=?|>>=?|<=|>=|->\*?|<|>)/g
const LAMBDA = /\{lambda.*?#\d+\}/g
const NOWHERE = /\(anonymous namespace\)::/g
const MANGLED = /^_ZN?[KVRO]*/

/**
 * Returns the name of a native function, given as perf prints it, demangled where it could, as its authors call it:
 * without arguments of its templates, parameters, and namespaces that have no name.
 */
export function nativeName(symbol: string): string {
  if (MANGLED.test(symbol)) return nameInMangled(symbol)
  const operators: string[] = []
  const kept = symbol
    .replace(NOWHERE, '')
    .replace(LAMBDA, '{lambda}')
    .replace(OPERATOR, operator => {
      operators.push(operator)
      return OPERATOR_MARK
    })
  const name = withoutBrackets(kept)
    .replaceAll(OPERATOR_MARK, () => operators.shift() ?? '')
    .replace(/ const\b/g, '')
    .trim()
  return name === '' ? symbol : name
}

/**
 * Returns the class that a native function is of, and the function itself where it is of none. A program has hundreds of
 * functions that take a hundredth each, and some ten classes that take most.
 */
export function nativeClass(name: string): string {
  const parts = name.split('::')
  return /^[A-Z]/.test(parts.at(-2) ?? '') ? parts.slice(0, -1).join('::') : name
}

/** No name has it. */
const OPERATOR_MARK = '\0'

function withoutBrackets(text: string): string {
  let depth = 0
  let kept = ''
  for (const character of text) {
    if (character === '<' || character === '(') depth++
    else if (character === '>' || character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
  }
  return kept
}

/** Newer compilers mangle constraints of templates in a way that perf's library may not read: the name comes before them. */
function nameInMangled(symbol: string): string {
  const names: string[] = []
  let rest = symbol.replace(MANGLED, '')
  for (;;) {
    const [digits] = /^\d+/.exec(rest) ?? []
    if (digits === undefined) break
    const end = digits.length + Number(digits)
    names.push(rest.slice(digits.length, end))
    rest = rest.slice(end)
  }
  const own = names.filter(name => !name.startsWith('_GLOBAL__N'))
  if (/^[CD]\d/.test(rest)) own.push(`${rest.startsWith('D') ? '~' : ''}${own.at(-1)}`)
  return own.length === 0 ? symbol : own.join('::')
}
