import { findExecutable } from '../src/machine/executables.ts'
import { contract } from './runner-contract.ts'
import { NO_HOST } from './shells.ts'

contract('qjs', {
  unknownFlag: '--no-such-option',
  complaint: /unknown option|unrecognized/,
  knownFlag: '--std',
  gaps: NO_HOST,
  shell: { path: findExecutable('qjs'), ignoresFlags: false },
})
