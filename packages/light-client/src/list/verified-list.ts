import {
  applyMasternodeListDiff,
  blockHash,
  diffQuorumFromCommitment,
  emptyMasternodeList,
  finalCommitmentFromDiff,
  InapplicableDiffError,
  masternodeListRootWithMutation,
  quorumListRootWithMutation,
  quorumParametersOf,
  ZERO_HASH,
  type BlockHeader,
  type FinalCommitment,
  type MasternodeList,
  type MasternodeListDiff,
  type NetworkParameters,
  type QuorumCommitmentJson,
} from '@dapikit/chain/browser';
import { proveCoinbase, type CoinbaseProof, type ProvenCoinbase } from '../coinbase/coinbase-proof.js';
import { VerificationError } from '../errors/verification-error.js';

/** Describes a masternode list that has the roots of a coinbase. It is that of the chain once its block is: see {@link requireHeader}. */
export interface VerifiedList {
  readonly height: number;
  readonly hash: string;
  readonly masternodes: MasternodeList['masternodes'];
  /** Active quorums of all types, by `<llmqType>-<quorumHash>`. */
  readonly quorums: MasternodeList['quorums'];
  readonly coinbase: ProvenCoinbase;
  readonly proof: CoinbaseProof;
}

/**
 * Returns the list after a diff; `base` stays as it is, also where the diff does not verify. The roots are those of the diff's coinbase, which its merkle
 * tree proves to be the first transaction of a block.
 * @param base the list that the diff is from; `undefined` for the list before the first block
 * @throws {VerificationError} with the first thing that is wrong.
 */
export function applyVerifiedDiff(
  base: VerifiedList | undefined,
  diff: MasternodeListDiff,
  network: NetworkParameters,
): VerifiedList {
  requireKnownVersions(diff);
  const list = applied(base, diff, network);
  const coinbase = proveCoinbase(diff);
  requireRoots(list, coinbase);
  return {
    height: coinbase.payload.height,
    hash: list.blockHash,
    masternodes: list.masternodes,
    quorums: list.quorums,
    coinbase,
    proof: { cbTx: diff.cbTx, cbTxMerkleTree: diff.cbTxMerkleTree },
  };
}

/**
 * Checks that a header is that of the block of a list.
 * @throws {VerificationError} `header-hash` or `merkle-root`.
 */
export function requireHeader(list: VerifiedList, header: BlockHeader): void {
  const hash = blockHash(header);
  if (hash !== list.hash)
    throw new VerificationError('header-hash', `the header is of ${hash}, the list of ${list.hash}`);
  if (header.merkleRoot !== list.coinbase.merkleRoot)
    throw new VerificationError('merkle-root', `the coinbase is not in block ${hash}`);
}

/**
 * Checks that the coinbase of a list names the height that its block has.
 * @throws {VerificationError} `coinbase-height`
 */
export function requireHeight(list: VerifiedList, height: number): void {
  if (list.height === height) return;
  throw new VerificationError(
    'coinbase-height',
    `the coinbase of block ${list.hash} has height ${list.height}, not ${height}`,
  );
}

const NEWEST_ENTRY = 3;
const NEWEST_COMMITMENT = 4;

/** Roots depend on the form of each entry and commitment: unknown ones cannot be skipped. */
function requireKnownVersions({ mnList, newQuorums }: MasternodeListDiff): void {
  const entry = mnList.find(({ nVersion }) => nVersion > NEWEST_ENTRY);
  const quorum = newQuorums.find(
    ({ version, llmqType }) => version > NEWEST_COMMITMENT || quorumParametersOf(llmqType) === undefined,
  );
  if (entry === undefined && quorum === undefined) return;
  const what =
    entry === undefined
      ? `quorum ${quorum?.quorumHash} of type ${quorum?.llmqType}, version ${quorum?.version},`
      : `masternode ${entry.proRegTxHash} of version ${entry.nVersion}`;
  throw new VerificationError(
    'unsupported-version',
    `${what} is unknown: it needs a newer version of dapikit`,
  );
}

function applied(
  base: VerifiedList | undefined,
  diff: MasternodeListDiff,
  { genesisHash }: NetworkParameters,
): MasternodeList {
  // Both stand for the genesis block, which has no masternodes.
  const isFull = diff.baseBlockHash === ZERO_HASH || diff.baseBlockHash === genesisHash;
  const list =
    base === undefined
      ? emptyMasternodeList(isFull ? diff.baseBlockHash : ZERO_HASH)
      : { blockHash: base.hash, masternodes: base.masternodes, quorums: base.quorums };
  try {
    const canonical = { ...diff, newQuorums: diff.newQuorums.map(canonicalQuorum) };
    return applyMasternodeListDiff(list, canonical);
  } catch (cause) {
    if (!(cause instanceof InapplicableDiffError)) throw cause;
    throw new VerificationError(REASONS[cause.reason], cause.message, { cause });
  }
}

const REASONS = {
  'wrong-base': 'wrong-base',
  'unknown-masternode': 'inapplicable-diff',
  'repeated-masternode': 'inapplicable-diff',
  'malformed-entry': 'malformed',
  'unknown-quorum': 'inapplicable-diff',
  'known-quorum': 'inapplicable-diff',
  'malformed-quorum': 'malformed',
} as const satisfies Record<InapplicableDiffError['reason'], string>;

const commitments = new WeakMap<QuorumCommitmentJson, FinalCommitment>();

/** Returns the commitment in the one form that its hash commits to: the counts of a diff are in no root. */
function canonicalQuorum(quorum: QuorumCommitmentJson): QuorumCommitmentJson {
  const commitment = finalCommitmentFromDiff(quorum);
  const canonical = diffQuorumFromCommitment({
    ...commitment,
    quorumPublicKey: commitment.quorumPublicKey.toLowerCase(),
    quorumSig: commitment.quorumSig.toLowerCase(),
    membersSig: commitment.membersSig.toLowerCase(),
  });
  commitments.set(canonical, commitment);
  return canonical;
}

function commitmentOf(quorum: QuorumCommitmentJson): FinalCommitment {
  return commitments.get(quorum) ?? finalCommitmentFromDiff(quorum);
}

function requireRoots({ masternodes, quorums }: MasternodeList, { payload }: ProvenCoinbase): void {
  const list = masternodeListRootWithMutation(masternodes.values());
  if (list.mutated || list.root !== payload.merkleRootMNList) {
    throw new VerificationError(
      'list-root',
      `the masternodes have the root ${list.root}, the coinbase has ${payload.merkleRootMNList}`,
    );
  }
  if (payload.version === 1) {
    if (quorums.size === 0) return;
    throw new VerificationError('quorum-root', 'the coinbase has no root of quorums');
  }
  const active = quorumListRootWithMutation(Array.from(quorums.values(), commitmentOf));
  if (active.mutated || active.root !== payload.merkleRootQuorums) {
    throw new VerificationError(
      'quorum-root',
      `the quorums have the root ${active.root}, the coinbase has ${payload.merkleRootQuorums}`,
    );
  }
}
