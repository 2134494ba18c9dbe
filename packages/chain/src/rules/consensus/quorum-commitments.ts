import { NULL_BLS_PUBLIC_KEY, NULL_BLS_SIGNATURE } from '../../primitives/masternode/null-bls.js';
import { isNullCommitment, type FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import type { QuorumCommitmentTx } from '../../primitives/payload/quorum-commitment-tx.js';
import { encodePayload } from '../../primitives/payload/payload.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';
import {
  DISABLED_QUORUM_CYCLE,
  DISABLED_QUORUM_TYPE,
  QUORUM_TYPES,
  quorumTypeOf,
  type QuorumType,
} from './quorum-types.js';
import { REGTEST } from './regtest.js';
import { enforce, RejectionError, type Rule } from './rejection-error.js';

/** Describes the chain that a block extends, as far as quorums depend on it. */
export interface QuorumContext {
  /** Height of the block. */
  readonly height: number;
  /** True if the BIP-9 test deployment is active for the block. */
  readonly isTestDummyActive: boolean;
  readonly blockHashAt: (height: number) => string | undefined;
  /** Returns whether the chain has a commitment, which is not null, of the quorum of a type that was made at a block. */
  readonly isMined: (llmqType: number, quorumHash: string) => boolean;
}

/** Identifies a commitment that a block must contain, by its quorum. */
export interface DueCommitment {
  readonly quorumType: QuorumType;
  readonly quorumHash: string;
  readonly quorumIndex: number;
}

/**
 * Returns the commitments that the block at a height must contain, in their order: each is due in every block of its window, until one is
 * mined that is not null.
 *
 * Source: `CQuorumBlockProcessor::GetNumCommitmentsRequired` in `src/llmq/blockprocessor.cpp` of dashpay/dash.
 */
export function dueCommitments(context: QuorumContext): DueCommitment[] {
  const { height, isTestDummyActive, blockHashAt, isMined } = context;
  if (height < REGTEST.specialTransactionsHeight) return [];
  return enabledTypes(isTestDummyActive).flatMap((quorumType) => {
    const offset = height % quorumType.cycle;
    const { first, last } = quorumType.miningWindow;
    if (offset < first || offset > last) return [];
    const inCycle = Array.from({ length: quorumType.perCycle }, (_, quorumIndex) => {
      const quorumHash = blockHashAt(height - offset + quorumIndex) ?? ZERO_HASH;
      return { quorumType, quorumHash, quorumIndex };
    });
    return inCycle.filter(({ quorumHash }) => !isMined(quorumType.type, quorumHash));
  });
}

/** Defines the version of commitments, by whether their type rotates, with basic BLS. */
export const COMMITMENT_VERSION = { unrotated: 3, rotated: 4 } as const;

/** Returns the null commitment of a quorum that did not form. */
export function nullCommitment({ quorumType, quorumHash, quorumIndex }: DueCommitment): FinalCommitment {
  const noMembers = { size: quorumType.size, bytes: new Uint8Array(Math.ceil(quorumType.size / 8)) };
  return {
    version: quorumType.isRotated ? COMMITMENT_VERSION.rotated : COMMITMENT_VERSION.unrotated,
    llmqType: quorumType.type,
    quorumHash,
    quorumIndex,
    signers: noMembers,
    validMembers: noMembers,
    quorumPublicKey: NULL_BLS_PUBLIC_KEY,
    quorumVvecHash: ZERO_HASH,
    quorumSig: NULL_BLS_SIGNATURE,
    membersSig: NULL_BLS_SIGNATURE,
  };
}

const COMMITMENT_PAYLOAD_VERSION = 1;

/** Returns the transaction that puts a commitment into the block at a height. */
export function commitmentTransaction(commitment: FinalCommitment, height: number): Transaction {
  return {
    version: 3,
    type: TransactionType.quorumCommitment,
    inputs: [],
    outputs: [],
    lockTime: 0,
    extraPayload: encodePayload({
      kind: 'quorumCommitmentTx',
      version: COMMITMENT_PAYLOAD_VERSION,
      height,
      commitment,
    }),
  };
}

interface Commitment {
  readonly payload: QuorumCommitmentTx;
  /** Height of the block. */
  readonly height: number;
  /** Returns whether the chain has a block with a hash. */
  readonly hasBlock: (hash: string) => boolean;
  /** Returns whether a commitment that is not null can be of its quorum, signatures aside. */
  readonly fitsItsQuorum: (commitment: FinalCommitment) => boolean;
}

const COMMITMENT_RULES: readonly Rule<Commitment>[] = [
  ['bad-qc-commitment-type', ({ payload }) => !isKnownType(payload.commitment.llmqType)],
  ['bad-qc-version', ({ payload }) => payload.version !== COMMITMENT_PAYLOAD_VERSION],
  ['bad-qc-height', ({ payload, height }) => payload.height !== height],
  ['bad-qc-quorum-hash', ({ payload, hasBlock }) => !hasBlock(payload.commitment.quorumHash)],
  [
    'bad-qc-invalid-null',
    ({ payload: { commitment } }) => isNullCommitment(commitment) && !hasSizeOfItsType(commitment),
  ],
  [
    'bad-qc-invalid',
    ({ payload: { commitment }, fitsItsQuorum }) =>
      !isNullCommitment(commitment) && !fitsItsQuorum(commitment),
  ],
];

/**
 * Checks a commitment by itself. Signatures are checked with the block.
 *
 * Source: `CheckLLMQCommitment` in `src/llmq/commitment.cpp` of dashpay/dash.
 * @throws {RejectionError}
 */
export function checkCommitment(commitment: Commitment): void {
  enforce(COMMITMENT_RULES, commitment);
}

/**
 * Checks that a block has exactly the commitments that are due, signed unless they are null.
 *
 * Source: `CQuorumBlockProcessor::ProcessBlock` in `src/llmq/blockprocessor.cpp` of dashpay/dash.
 * @param isSigned whether a commitment that is not null was signed by its quorum
 * @throws {RejectionError}
 */
export function checkBlockCommitments(
  payloads: readonly QuorumCommitmentTx[],
  context: QuorumContext,
  isSigned: (payload: QuorumCommitmentTx) => boolean,
): void {
  const due = dueCommitments(context);
  const unrotated = payloads.filter(({ commitment }) => !isRotatedType(commitment.llmqType));
  if (new Set(unrotated.map(({ commitment }) => commitment.llmqType)).size < unrotated.length) {
    throw new RejectionError('bad-qc-dup');
  }
  for (const { type } of enabledTypes(context.isTestDummyActive)) {
    const found = payloads.filter(({ commitment }) => commitment.llmqType === type).length;
    const expected = due.filter(({ quorumType }) => quorumType.type === type).length;
    if (found > expected) throw new RejectionError('bad-qc-not-allowed');
    if (found < expected) throw new RejectionError('bad-qc-missing');
  }
  const formed = payloads.filter(({ commitment }) => !isNullCommitment(commitment));
  if (!formed.every(isSigned)) throw new RejectionError('bad-qc-invalid');
  for (const { commitment } of payloads) {
    const { llmqType, quorumHash, quorumIndex } = commitment;
    const cycle = quorumTypeOf(llmqType)?.cycle ?? DISABLED_QUORUM_CYCLE;
    const base = context.height - (context.height % cycle);
    if (context.blockHashAt(base + quorumIndex) !== quorumHash) throw new RejectionError('bad-qc-block');
    if (!isNullCommitment(commitment) && context.isMined(llmqType, quorumHash))
      throw new RejectionError('bad-qc-dup');
  }
}

function enabledTypes(isTestDummyActive: boolean): QuorumType[] {
  return QUORUM_TYPES.filter(({ needsTestDummy }) => isTestDummyActive || !needsTestDummy);
}

function isKnownType(llmqType: number): boolean {
  return llmqType === DISABLED_QUORUM_TYPE || quorumTypeOf(llmqType) !== undefined;
}

function isRotatedType(llmqType: number): boolean {
  return quorumTypeOf(llmqType)?.isRotated ?? false;
}

function hasSizeOfItsType({ llmqType, signers, validMembers }: FinalCommitment): boolean {
  const size = quorumTypeOf(llmqType)?.size ?? 3;
  return signers.size === size && validMembers.size === size;
}
