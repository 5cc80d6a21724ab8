import { findExecutable } from '../src/machine/executables.ts'
import { contract } from './runner-contract.ts'
import { NO_HOST } from './shells.ts'

contract('jsc', {
  unknownFlag: 'noSuchOption=1',
  complaint: /unused/,
  knownFlag: 'useFTLJIT=0',
  gaps: NO_HOST,
  shell: { path: findExecutable('jsc'), ignoresFlags: true },
})
