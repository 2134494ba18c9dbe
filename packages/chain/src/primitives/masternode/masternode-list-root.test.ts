import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedDiff } from '../../../test/recorded.js';
import { merkleRoot } from '../block/merkle-root.js';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import { simplifiedEntryFromDiff } from './diff-entry.js';
import { masternodeListRoot, masternodeListRootWithMutation } from './masternode-list-root.js';
import { simplifiedEntryHash } from './simplified-entry.js';

const full = recordedDiff('from genesis, confirmed');
const entries = full.mnList.map(simplifiedEntryFromDiff);

describe('masternodeListRoot', () => {
  it('returns the recorded root, whatever the order of the entries', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (list) => {
        expect(masternodeListRoot(list)).toBe(full.merkleRootMNList);
      }),
    );
  });

  it('sorts by the bytes of the ProRegTx ids, not by their text or hashes', () => {
    const byText = entries
      .toSorted((a, b) => (a.proRegTxHash < b.proRegTxHash ? -1 : 1))
      .map(simplifiedEntryHash);
    expect(merkleRoot(byText)).not.toBe(full.merkleRootMNList);
    expect(merkleRoot(byText.toSorted())).not.toBe(full.merkleRootMNList);
  });

  it('changes with any entry', () => {
    for (const changed of entries) {
      const others = entries.filter((entry) => entry !== changed);
      const other = masternodeListRoot([...others, { ...changed, isValid: !changed.isValid }]);
      expect(other).not.toBe(full.merkleRootMNList);
    }
  });

  it('returns zero for no entries and detects a duplicate entry', () => {
    expect(masternodeListRoot([])).toBe(ZERO_HASH);
    expect(masternodeListRootWithMutation(entries).mutated).toBe(false);
    expect(masternodeListRootWithMutation([...entries.slice(0, 1), ...entries.slice(0, 1)]).mutated).toBe(
      true,
    );
  });
});
