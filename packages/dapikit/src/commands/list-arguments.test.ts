import { describe, expect, it } from 'vitest';
import { listArgumentsOf } from './list-arguments.js';

const NO_FILES = { from: undefined, mayBeMissing: false, to: undefined, intervalSeconds: undefined };
const NOTHING = { mnemonic: undefined, masternodeChanges: undefined };
const DUMP = { ...NO_FILES, from: 'chain.dump' };

describe('the arguments that list the accounts of a started chain', () => {
  it.each([
    ['no options', NO_FILES, NOTHING, []],
    ['a mnemonic', NO_FILES, { ...NOTHING, mnemonic: 'a b' }, ['--mnemonic', 'a b']],
    ['changes of masternodes', NO_FILES, { ...NOTHING, masternodeChanges: 0 }, ['--masternode-changes', '0']],
    ['a dump', DUMP, NOTHING, ['--dump', 'chain.dump']],
    ['a dump that is missing', { ...DUMP, mayBeMissing: true }, NOTHING, []],
    [
      'a dump with options',
      DUMP,
      { mnemonic: 'a b', masternodeChanges: 5 },
      ['--dump', 'chain.dump', '--mnemonic', 'a b', '--masternode-changes', '5'],
    ],
  ])('are those of %s', (_, files, options, expected) => {
    expect(listArgumentsOf(files, options)).toEqual(expected);
  });
});
