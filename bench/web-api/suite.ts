import { suite } from 'steelyard'
import { ANSWERS, PLAIN } from './answers.ts'
import { inputs } from './inputs.ts'
import {
  abortAll,
  cloneAndRead,
  dispatchAll,
  forward,
  nextPage,
  readJson,
  resolveAll,
  sumUp,
  uuids,
} from './work.ts'

const NO_CRYPTO = 'crypto is no global without a flag'

export default suite({
  name: 'web-api',
  question: 'What do common web APIs cost when JavaScript calls them, and in which runtime?',
  tags: ['web'],
  setup: inputs,
  compare: 'targets',
  baseline: 'headers',
  cases: {
    headers: ({ received }) => forward(received),
    url: ({ linkTexts }) => resolveAll(linkTexts),
    'url-search-params': ({ query }) => nextPage(query),
    'text-encode': ({ page }) => new TextEncoder().encode(page),
    'text-decode': ({ pageBytes }) => new TextDecoder().decode(pageBytes),
    'structured-clone': ({ session }) => structuredClone(session),
    'event-target': () => dispatchAll(),
    'abort-signal': () => abortAll(),
    'response-json': ({ json }) => readJson(json),
    'request-clone': ({ json }) => cloneAndRead(json),
    regex: ({ log }) => sumUp(log),
    base64: ({ binary }) => {
      const encoded = btoa(binary)
      return { encoded, decoded: atob(encoded) }
    },
    'digest-sha256': ({ block }) => crypto.subtle.digest('SHA-256', block),
    'random-uuid': () => uuids(),
  },
  verify: (value, inputs, caseId) => PLAIN[caseId]?.(value, inputs) ?? value,
  expected: (inputs, caseId) => ANSWERS[caseId]?.(inputs),
  unsupported: {
    'digest-sha256': { 'node@<19': NO_CRYPTO },
    'random-uuid': { 'node@<19': NO_CRYPTO },
  },
})
