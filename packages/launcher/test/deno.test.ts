import { contract } from './runner-contract.ts'

contract('deno', {
  unknownFlag: '--no-such-flag',
  complaint: /did not recognize flag/,
  knownFlag: '--no-opt',
})
