import { beforeAll, describe, expect, it } from 'vitest';
import { isNullCommitment } from '../src/primitives/masternode/final-commitment.js';
import type { ChainState } from '../src/chain/chainstate/chain-state.js';
import { ZERO_HASH } from '../src/base/bytes/hex.js';
import { commitmentTransaction, nullCommitment } from '../src/rules/consensus/quorum-commitments.js';
import { QUORUM_TYPES } from '../src/rules/consensus/quorum-types.js';
import { decodePayload, encodePayload } from '../src/primitives/payload/payload.js';
import type { QuorumCommitmentTx } from '../src/primitives/payload/quorum-commitment-tx.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import { bitSet } from './arbitraries.js';
import {
  append,
  forge,
  recorded,
  recordedChain,
  rejectionOf,
  stateOf,
  transactionAt,
  type Damage,
} from './forge-block.js';

/** The 12th block of a cycle: all five commitments are due, behind the coinbase. */
const HEIGHT = 444;
const CYCLE_START = 432;
const POSITIONS = { type100: 1, type102: 2, first103: 3, second103: 4, type106: 5 };

type Commitment = QuorumCommitmentTx['commitment'];

/** Changes a commitment, and what is around it. */
function commitment(
  position: number,
  change: (commitment: Commitment) => Partial<Commitment>,
  around: Partial<Omit<QuorumCommitmentTx, 'commitment'>> = {},
): Damage {
  return transactionAt(position, (transaction) => {
    const payload = payloadOf(transaction);
    const changed = {
      ...payload,
      ...around,
      commitment: { ...payload.commitment, ...change(payload.commitment) },
    };
    return { ...transaction, extraPayload: encodePayload(changed) };
  });
}

function payloadOf(transaction: Transaction): QuorumCommitmentTx {
  const payload = decodePayload(transaction);
  if (payload?.kind !== 'quorumCommitmentTx') throw new TypeError('no commitment');
  return payload;
}

function bytes(position: number, change: (bytes: Uint8Array) => Uint8Array): Damage {
  return transactionAt(position, (t) => ({ ...t, extraPayload: change(t.extraPayload) }));
}

const blockHashAt = (height: number): string => recorded(height).hash;
const due = (type: number, quorumIndex = 0) =>
  commitmentTransaction(
    nullCommitment({
      quorumType: QUORUM_TYPES.find((known) => known.type === type)!,
      quorumHash: blockHashAt(CYCLE_START + quorumIndex),
      quorumIndex,
    }),
    HEIGHT,
  );

const CASES: readonly (readonly [reason: string, what: string, damage: Damage])[] = [
  ['bad-qc-missing', 'an unrotated one left out', transactionAt(POSITIONS.type100)],
  ['bad-qc-missing', 'one of a rotated pair left out', transactionAt(POSITIONS.second103)],
  ['bad-qc-not-allowed', 'a third of a rotated pair', append(due(103, 1))],
  ['bad-qc-dup', 'an unrotated one twice', append(due(100))],
  ['bad-qc-height', 'the height of another block', commitment(1, () => ({}), { height: HEIGHT + 1 })],
  ['bad-qc-block', 'the quorum of another cycle', commitment(1, () => ({ quorumHash: blockHashAt(408) }))],
  [
    'bad-qc-block',
    'an index that is not its own',
    commitment(POSITIONS.first103, () => ({ quorumIndex: 1 })),
  ],
  ['bad-qc-block', 'an index far away', commitment(POSITIONS.first103, () => ({ quorumIndex: -433 }))],
  ['bad-qc-quorum-hash', 'an unknown block', commitment(1, () => ({ quorumHash: '7'.repeat(64) }))],
  ['bad-qc-quorum-hash', 'no block', commitment(1, () => ({ quorumHash: ZERO_HASH }))],
  [
    'bad-qc-invalid-null',
    'too many bits',
    commitment(1, () => ({ signers: bitSet([false, false, false, false]) })),
  ],
  [
    'bad-qc-invalid-null',
    'too few bits',
    commitment(POSITIONS.second103, () => ({ validMembers: bitSet([false, false, false]) })),
  ],
  [
    'bad-qc-invalid',
    'no signers',
    commitment(1, () => ({ signers: bitSet([true, true, true]), validMembers: bitSet([true, true, true]) })),
  ],
  ['bad-qc-commitment-type', 'a type that does not exist', commitment(1, () => ({ llmqType: 99 }))],
  ['bad-qc-version', 'a version to come', bytes(1, (payload) => payload.with(0, 2))],
  ['bad-qc-payload', 'cut short', bytes(1, (payload) => payload.slice(0, -1))],
  ['bad-qc-payload', 'a byte behind it', bytes(1, (payload) => Uint8Array.of(...payload, 0))],
];

describe('quorum commitments of a recorded block', () => {
  let chain: ChainState;
  beforeAll(() => {
    chain = recordedChain(HEIGHT - 1);
  });

  it.each(CASES)('are rejected with %s: %s', (reason, _, damage) => {
    const before = stateOf(chain);
    expect(rejectionOf(() => chain.accept(forge(recorded(HEIGHT), damage)))).toBe(reason);
    expect(stateOf(chain)).toEqual(before);
  });

  it('are accepted in any order and position', () => {
    const reversed = forge(recorded(HEIGHT), ({ header, transactions: [coinbase, ...rest] }) => ({
      header,
      transactions: [coinbase!, ...rest.toReversed()],
    }));
    expect(rest(reversed).every((transaction) => isNullCommitment(payloadOf(transaction).commitment))).toBe(
      true,
    );
    expect(rejectionOf(() => chain.accept(reversed))).toBeUndefined();
  });

  it.each([
    ['before the window', 441, due(100)],
    ['of the rotated type before its window', 443, due(103)],
  ])('are rejected %s', (_, height, transaction) => {
    const payload = { ...payloadOf(transaction), height };
    const early = append({ ...transaction, extraPayload: encodePayload(payload) });
    expect(rejectionOf(() => recordedChain(height - 1).accept(forge(recorded(height), early)))).toBe(
      'bad-qc-not-allowed',
    );
  });
});

function rest({ transactions }: ReturnType<typeof recorded>): Transaction[] {
  return transactions.slice(1).map(({ transaction }) => transaction);
}
