import { contract } from './runner-contract.ts'

contract('workerd', {
  unknownFlag: '--no-such-flag',
  complaint: /unrecognized V8 flag/,
  knownFlag: '--no-opt',
})
