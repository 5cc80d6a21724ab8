import { seeded } from '../inputs/seeded.ts'
import { draw, numberOf, pick, type Random, wordsOf } from './vocabulary.ts'

/** Functions of one part; a bundle has as many parts as it takes. */
const FUNCTIONS = 8

/**
 * Returns the text of a module of about this many bytes that exports `parts`: functions that each call every
 * function, class and table of their part once and return a whole number, the same one everywhere. The same number of
 * bytes gives the same text.
 *
 * Loading it makes what the top level of a bundle makes: objects, tables, classes and closures; no part is called.
 */
export function codeOf(bytes: number): string {
  const random = seeded(bytes)
  const texts = [HELPERS]
  const names: string[] = []
  let length = HELPERS.length
  while (length < bytes) {
    const part = partOf(random, names.length)
    const isLast = length + part.text.length > bytes
    const text = isLast ? shortened(part, bytes - length) : part.text
    texts.push(text)
    length += text.length + NAME_BYTES
    names.push(part.name)
  }
  return [...texts, `export const parts = [\n${names.map(name => `  ${name},\n`).join('')}];\n`].join('')
}

/** What a part's name takes in the list at the end. */
const NAME_BYTES = 28

interface Part {
  readonly name: string
  readonly pieces: readonly string[]
  readonly text: string
}

/** A part of which only the first pieces are there: as many as fit, and what calls them. */
function shortened({ name, pieces }: Part, bytes: number): string {
  let length = 0
  const fitting = pieces.filter(piece => {
    length += piece.length
    return length <= bytes
  })
  return fitting.length === 0 ? `function ${name}() {\n  return 1;\n}\n` : closed(name, fitting)
}

function partOf(random: Random, index: number): Part {
  const name = `${wordsOf(random, 2)}${index}`
  const pieces = [
    tableOf(random, index),
    messagesOf(random, index),
    ...Array.from({ length: FUNCTIONS }, (_, number) => functionOf(random, index, number)),
    ...(index % 2 === 0 ? [classOf(random, index)] : []),
    ...(index % 4 === 0 ? [enumOf(random, index)] : []),
  ]
  return { name, pieces, text: closed(name, pieces) }
}

/** Puts the pieces of a part together with the function that calls them. */
function closed(name: string, pieces: readonly string[]): string {
  const calls = pieces.flatMap(piece => {
    const callable = /^(?:function|class|const|var) (\w+)/.exec(piece)?.[1]
    if (callable === undefined) return []
    if (piece.startsWith('function')) return [`  total = total + ${callable}(node, options) | 0;\n`]
    if (piece.startsWith('class')) return [`  total = total + new ${callable}(node).run(options) | 0;\n`]
    return [`  total = total + Object.keys(${callable}).length | 0;\n`]
  })
  return `${pieces.join('')}function ${name}(node, options) {\n  let total = 0;\n${calls.join('')}  return total;\n}\n`
}

function tableOf(random: Random, index: number): string {
  const rows = draw(random, 4, 10, () => {
    const [name, group] = [wordsOf(random, 2), wordsOf(random, 1)]
    return `  { name: "${name}", group: "${group}", code: ${numberOf(random)}, weight: ${numberOf(random) % 97}, optional: ${random() < 0.5} }`
  })
  return `const ${wordsOf(random, 1)}Table${index} = [\n${rows.join(',\n')}\n];\n`
}

function messagesOf(random: Random, index: number): string {
  const rows = draw(random, 3, 7, () => {
    const words = draw(random, 4, 12, () => wordsOf(random, 1)).join(' ')
    return `  ${wordsOf(random, 3)}: diagnostic(${numberOf(random)}, "${words} '{0}'.")`
  })
  return `const ${wordsOf(random, 1)}Messages${index} = {\n${rows.join(',\n')}\n};\n`
}

function enumOf(random: Random, index: number): string {
  const name = `${wordsOf(random, 2)}Kind${index}`
  const members = draw(random, 6, 16, () => {
    const member = wordsOf(random, 2)
    return `  ${name}2[${name}2["${member}"] = ${numberOf(random)}] = "${member}";\n`
  })
  return `var ${name} = /* @__PURE__ */ ((${name}2) => {\n${members.join('')}  return ${name}2;\n})({});\n`
}

function classOf(random: Random, index: number): string {
  const name = `${wordsOf(random, 2)}Class${index}`
  const fields = [...new Set(draw(random, 3, 6, () => wordsOf(random, 2)))]
  const methods = fields.map(
    field =>
      `  ${field}Of(options) {\n    this.${field} = this.${field} + options.level | 0;\n    return this.${field} > ${numberOf(random)} ? 0 : this.${field};\n  }\n`,
  )
  const first = fields[0] ?? 'value'
  return (
    `class ${name} {\n  constructor(node) {\n    this.node = node;\n${fields.map((field, at) => `    this.${field} = node.index + ${at};\n`).join('')}  }\n` +
    `${methods.join('')}  run(options) {\n    return ${fields.map(field => `this.${field}Of(options)`).join(' + ')};\n  }\n` +
    `  get label() {\n    return \`\${this.node.name}:\${this.${first}}\`;\n  }\n}\n`
  )
}

function functionOf(random: Random, index: number, number: number): string {
  const name = `${wordsOf(random, 3)}${index}_${number}`
  const statements = draw(random, 2, 4, at => pick(random, STATEMENTS)(random, `${wordsOf(random, 2)}${at}`))
  return `function ${name}(node, options) {
  let result = node.index;
${statements.join('')}  return result | 0;
}
`
}

/** A statement with a name that no other one of its function has. It may add to `result`, and ends soon. */
type Statement = (random: Random, local: string) => string

const STATEMENTS: readonly Statement[] = [
  random => `  if (node.flags & ${2 ** Math.floor(random() * 28)} || node.kind === ${numberOf(random)} && options.${wordsOf(random, 1)} !== void 0) {
    result = result + ${numberOf(random)} | 0;
  }
`,
  (random, local) => `  const ${local} = node.items;
  for (const item of ${local}) {
    if (item.kind !== ${numberOf(random)} && !item.${wordsOf(random, 2)}) {
      result = result + item.weight * ${numberOf(random)} | 0;
    }
  }
`,
  random => `  switch (node.kind) {
${draw(random, 2, 5, at => `    case ${8 + at}:\n      return failed(node, "${wordsOf(random, 3)}");\n`).join('')}    default:
      result = result + node.kind | 0;
  }
`,
  (
    random,
    local,
  ) => `  const ${local} = \`\${node.name}:\${options.${wordsOf(random, 1)}}:${wordsOf(random, 1)}\`;
  const ${local}Cached = cache.get(${local});
  if (${local}Cached === null) {
    return failed(node, "${wordsOf(random, 3)}");
  }
  cache.set(${local}, result);
`,
  (
    random,
    local,
  ) => `  const ${local} = (item, at) => item.weight > ${numberOf(random)} ? at : options.${wordsOf(random, 2)}?.(item) ?? ${numberOf(random)};
  result = result + node.items.findIndex(${local}) | 0;
`,
  random => `  try {
    result = /${wordsOf(random, 1)}[a-z]+(\\d*)/.test(node.name) ? result >> ${numberOf(random) % 5} : result + 1 | 0;
  } catch (error) {
    return failed(error, "${wordsOf(random, 4)}");
  }
`,
]

const HELPERS = `const cache = /* @__PURE__ */ new Map();
function diagnostic(code, text) {
  return { code, text, category: code % 4 };
}
function failed(node, text) {
  return cache.size + text.length;
}
export function nodeOf() {
  const items = [1, 2, 3].map((weight) => ({ kind: weight, weight }));
  return { kind: 7, flags: 0, index: 3, name: "node", items };
}
`
