import { contract } from './runner-contract.ts'
import { HERMES, NO_HOST } from './shells.ts'

contract('hermes', {
  unknownFlag: '-no-such-flag',
  complaint: /Unknown command line argument '-no-such-flag'/,
  knownFlag: '-Xmicrotask-queue',
  gaps: { ...NO_HOST, 'hoards-objects': 'its interpreter takes 5 s to fill the memory' },
  shell: { path: HERMES },
})
