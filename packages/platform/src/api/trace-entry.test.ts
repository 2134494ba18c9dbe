import { expect, it } from 'vitest';
import { concatBytes } from '../base/bytes/concat-bytes.js';
import { identifierText } from '../base/bytes/identifier.js';
import { CHANGES_OF_BLOCK_KEY, expirationKey } from '../state/address/address-keys.js';
import { STATE_KEYS } from '../state/chain/chain-state.js';
import { endKey, endPrefix, resourcePrefix, voteKey } from '../state/contest/contest-keys.js';
import { contractVersionKey } from '../state/contract/contract-keys.js';
import { groupSignerKey } from '../state/group/group-keys.js';
import { assetLockKey, contractNonceKey, keyHashKey } from '../state/identity/identity-entry-keys.js';
import { documentExpiryKey } from '../state/keys/expiry-keys.js';
import {
  documentKey,
  documentsPrefix,
  indexEntryKey,
  indexPrefix,
  versionKey,
} from '../state/keys/key-spaces.js';
import { removalKey } from '../state/keys/removal-keys.js';
import { nodeKey } from '../state/keys/tree-keys.js';
import { executedKey } from '../state/transition-result/executed-transition.js';
import { traceEntry } from './trace-entry.js';

const bytes = (fill: number, size = 32): Uint8Array => new Uint8Array(size).fill(fill);
const hex = (fill: string, size = 32): string => fill.repeat(size);
const id = (fill: number): string => identifierText(bytes(fill));
const [A, B, C] = [bytes(1), bytes(2), bytes(3)];

const PLACE = { contractId: A, documentType: 'n'.repeat(40) };
const INDEX = { name: 'byOwner' };

const described = (key: Uint8Array) => traceEntry(Buffer.from(key).toString('latin1'));

it.each([
  ['a nonce', contractNonceKey(A, B), { entry: 'contractNonces', ids: [id(1), id(2)] }],
  [
    'a version of a contract',
    contractVersionKey(A, 5),
    { entry: 'contractVersions', ids: [id(1)], rest: `${hex('00', 7)}05` },
  ],
  [
    'the hash of a unique key',
    keyHashKey('uniqueKeyHashes', bytes(9, 20), A),
    { entry: 'uniqueKeyHashes', ids: [id(1)], rest: hex('09', 20) },
  ],
  [
    'the hash of a shared key',
    keyHashKey('sharedKeyHashes', bytes(9, 20), A),
    { entry: 'sharedKeyHashes', ids: [id(1)], rest: hex('09', 20) },
  ],
  ['the hash of a key alone', keyHashKey('uniqueKeyHashes', bytes(9, 20)), { rest: hex('09', 20) }],
  ['the end of a poll', endKey(5, A), { entry: 'pollEnds', ids: [id(1)], rest: `${hex('00', 7)}05` }],
  ['the beginning of the ends of a time', endPrefix(5), { rest: `${hex('00', 7)}05` }],
  [
    'a vote for an identity',
    voteKey(A, { kind: 'towardsIdentity', identityId: id(2) }, C),
    { entry: 'ballotsByChoice', ids: [id(1), id(2), id(3)], rest: '00' },
  ],
  [
    'a vote to lock',
    voteKey(A, { kind: 'lock' }, C),
    { entry: 'ballotsByChoice', ids: [id(1), id(3)], rest: '02' },
  ],
  [
    'the polls of an index',
    resourcePrefix({ contractId: A, documentType: 'domain', indexName: 'n'.repeat(40) }),
    { entry: 'contestedResources', ids: [id(1)], rest: expect.stringContaining(hex('6e', 40)) },
  ],
  ['an asset lock', assetLockKey(bytes(9, 36)), { entry: 'assetLocks', rest: hex('09', 36) }],
  [
    'the record of a document that moderators deleted',
    removalKey(PLACE, B),
    { entry: 'removals', ids: [id(1), id(2)], documentType: PLACE.documentType },
  ],
  [
    'a document that expires',
    documentExpiryKey({
      time: 5n,
      location: { contractId: A, documentType: 'note' },
      documentId: B,
    }),
    { entry: 'expirations', ids: [id(1), id(2)], documentType: 'note', rest: `${hex('00', 7)}05` },
  ],
  [
    'a signer of a group action',
    groupSignerKey({ contractId: A, position: 1, status: 'active', actionId: B }, C),
    { entry: 'groupSigners', ids: [id(1), id(2), id(3)], rest: '00014d' },
  ],
  ['a node of the trees', nodeKey(bytes(9, 70)), { entry: 'nodes', rest: hex('09', 70) }],
  [
    'a document',
    documentKey(PLACE, B),
    { entry: 'documents', ids: [id(1), id(2)], documentType: 'n'.repeat(40) },
  ],
  [
    'an index entry',
    indexEntryKey(PLACE, INDEX, [C], B),
    { entry: 'indexEntries', ids: [id(1), id(2)], documentType: 'n'.repeat(40), index: 'byOwner' },
  ],
  [
    'a version of a document',
    versionKey(PLACE, B, 5),
    { entry: 'versions', ids: [id(1), id(2)], documentType: 'n'.repeat(40), rest: `${hex('00', 7)}05` },
  ],
  ['all documents of a type', documentsPrefix(PLACE), { ids: [id(1)], documentType: 'n'.repeat(40) }],
  [
    'the entries of an index with a value',
    indexPrefix(PLACE, INDEX, [bytes(9, 30)]),
    { ids: [id(1)], documentType: 'n'.repeat(40), index: 'byOwner' },
  ],
  ['a transition', executedKey(bytes(9)), { entry: 'executedTransitions', rest: hex('09') }],
])('describes the key of %s', (_, key, expected) => {
  const found = described(key);
  expect(found).toEqual({ entry: found.entry, ...expected });
});

it('names entries that a block in the making has, and those of the state, each by another name', () => {
  const names = [
    ...STATE_KEYS,
    CHANGES_OF_BLOCK_KEY,
    expirationKey(5n),
    documentExpiryKey({ time: 5n, location: { contractId: A, documentType: 'note' }, documentId: B }),
  ].map((key) => described(key).entry);
  expect(names.slice(0, 3)).toEqual(['chainState', 'lastBlock', 'changesOfBlock']);
  expect(new Set(names).size).toBe(names.length);
});

it('describes the keys at the ends of ranges, which may be cut off anywhere', () => {
  const key = documentExpiryKey({ time: 5n, location: { contractId: A, documentType: 'n' }, documentId: B });
  for (let size = 1; size <= key.length; size += 1) {
    const { ids = [] } = described(key.subarray(0, size));
    expect([id(1), id(2)].slice(0, ids.length)).toEqual(ids);
  }
  expect(described(concatBytes([key.subarray(0, 9 + 32), B.subarray(0, 3)]))).toEqual({
    entry: 'expirations',
    ids: [id(1)],
    rest: `${hex('00', 7)}05020202`,
  });
});
