import { contract } from './runner-contract.ts'

contract('bun', {
  unknownFlag: 'noSuchOption=1',
  complaint: /invalid JSC environment variable/,
  knownFlag: 'useFTLJIT=0',
})
