import { findExecutable } from '../src/machine/executables.ts'
import { contract } from './runner-contract.ts'
import { NO_HOST } from './shells.ts'

contract('js', {
  unknownFlag: '--no-such-flag',
  complaint: /Invalid long option: --no-such-flag/,
  knownFlag: '--no-ion',
  gaps: { exits: NO_HOST.exits ?? '' },
  shell: { path: findExecutable('js102') ?? findExecutable('js128') },
})
