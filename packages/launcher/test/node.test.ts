import { contract } from './runner-contract.ts'

contract('node', {
  unknownFlag: '--no-such-flag',
  complaint: /bad option: --no-such-flag/,
  knownFlag: '--no-opt',
})
