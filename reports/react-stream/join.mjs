// Writes bench/node_modules/react-dom-joined: React's edge build, with texts joined before they are encoded.
import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'

const packages = new URL('../../bench/node_modules/', import.meta.url)
const copy = new URL('react-dom-joined/', packages)
const file = new URL('cjs/react-dom-server.edge.production.js', copy)
cpSync(realpathSync(new URL('react-dom', packages)), copy, { recursive: true })

let code = readFileSync(file, 'utf8')
replace('currentView = null,', "joined = '', currentView = null,")
replace('currentView = new Uint8Array(4096);', "joined = '';")
replaceFunction(
  'writeChunk(destination, chunk)',
  'joined += chunk; if (joined.length >= 4096) completeWriting(destination)',
)
replaceFunction(
  'completeWriting(destination)',
  "if (joined !== '') { const text = joined; joined = ''; destination.enqueue(textEncoder.encode(text)) }",
)
replaceFunction('stringToChunk(content)', 'return content')
replaceFunction('stringToPrecomputedChunk(content)', 'return content')
replaceFunction(
  'byteLengthOfChunk(chunk)',
  `
  let bytes = chunk.length
  for (let i = 0; i < chunk.length; i++) {
    const unit = chunk.charCodeAt(i)
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes`,
)
replace('segment[i].byteLength', 'byteLengthOfChunk(segment[i])')
writeFileSync(file, code)

function replaceFunction(signature, body) {
  const [name] = signature.split('(')
  replace(new RegExp(`function ${name}\\(.*?\\n}\\n`, 'gs'), `function ${signature} { ${body} }\n`)
}

function replace(found, by) {
  const before = code
  code = code.replaceAll(found, by)
  if (code === before) throw new Error(`React's edge build has no ${found}: another release?`)
}
