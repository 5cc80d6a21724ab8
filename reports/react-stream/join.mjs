// Writes bench/node_modules/react-dom-joined: React's edge build, with texts joined before they are encoded.
import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'

const packages = new URL('../../bench/node_modules/', import.meta.url)
const copy = new URL('react-dom-joined/', packages)
const file = new URL('cjs/react-dom-server.edge.production.js', copy)
cpSync(realpathSync(new URL('react-dom', packages)), copy, { recursive: true })

let code = readFileSync(file, 'utf8')
replaceFunction(
  'writeChunk',
  'destination, chunk',
  'joined += chunk; if (joined.length >= 4096) completeWriting(destination)',
)
replaceFunction(
  'completeWriting',
  'destination',
  "if (joined !== '') destination.enqueue(textEncoder.encode(joined)); joined = ''",
)
replaceFunction('stringToChunk', 'content', 'return content')
replaceFunction('stringToPrecomputedChunk', 'content', 'return content')
replaceFunction('byteLengthOfChunk', 'chunk', 'return chunk.length')
replace('segment[i].byteLength', 'segment[i].length')
// Views of 4096 bytes, one for each flush at least, that nothing writes to any more.
replace('currentView = new Uint8Array(4096);', '')
writeFileSync(file, `var joined = '';\n${code}`)

function replaceFunction(name, parameters, body) {
  replace(new RegExp(`function ${name}\\(.*?\\n}\\n`, 's'), `function ${name}(${parameters}) { ${body} }\n`)
}

function replace(found, by) {
  const before = code
  code = code.replaceAll(found instanceof RegExp ? new RegExp(found, 'gs') : found, by)
  if (code === before) throw new Error(`React's edge build has no ${found}: another release?`)
}
