import {
  blockHash,
  diffQuorumFromCommitment,
  emptyMasternodeList,
  finalCommitmentFromDiff,
  InapplicableDiffError,
  masternodeListDiffSteps,
  masternodeListRootSteps,
  quorumListRootWithMutation,
  quorumParametersOf,
  runAtOnce,
  runInTurns,
  ZERO_HASH,
  type BlockHeader,
  type FinalCommitment,
  type MasternodeList,
  type MasternodeListDiff,
  type NetworkParameters,
  type QuorumCommitmentJson,
  type Steps,
} from '@dapikit/chain/browser';
import { proveCoinbase, type CoinbaseProof, type ProvenCoinbase } from '../coinbase/coinbase-proof.js';
import { VerificationError } from '../errors/verification-error.js';
import { measuredSteps, type Measure } from '../peers/measured-steps.js';
import { VerifiedLater } from './verified-later.js';

/** Describes a masternode list that has the roots of a coinbase. It is that of the chain once its block is: see {@link requireHeader}. */
export interface VerifiedList {
  readonly height: number;
  readonly hash: string;
  /** By ProRegTx id. Of a list of {@link verifyQuorumsFirst}, they are verified when they are first read: reading throws {@link VerificationError} where they do not verify. */
  readonly masternodes: MasternodeList['masternodes'];
  /** Active quorums of all types, by `<llmqType>-<quorumHash>`. */
  readonly quorums: MasternodeList['quorums'];
  readonly coinbase: ProvenCoinbase;
  readonly proof: CoinbaseProof;
}

/** Describes a list whose masternodes are verified later than its quorums. */
export interface QuorumsFirstList extends VerifiedList {
  /** Verifies the masternodes in turns of the event loop, before they are needed. Rejects as reading them throws. */
  readonly verifyMasternodes: () => Promise<void>;
}

/**
 * Returns the list of a full diff, of which the quorums alone are verified: by their root in the coinbase. That is enough for all keys, and takes a tenth of the time.
 * @param diff the diff without its masternodes
 * @param masternodes gives them when they are verified
 * @throws {VerificationError} with the first thing that is wrong of the quorums and the coinbase.
 */
export function verifyQuorumsFirst(
  diff: MasternodeListDiff,
  masternodes: () => MasternodeListDiff['mnList'],
  network: NetworkParameters,
): QuorumsFirstList {
  requireKnownVersions(diff);
  const { blockHash: hash, quorums } = runAtOnce(applied(undefined, diff, network));
  const coinbase = proveCoinbase(diff);
  requireQuorumRoot(quorums, coinbase);
  const later = new VerifiedLater(function* () {
    const rest = { ...diff, newQuorums: [], mnList: masternodes() };
    requireKnownVersions(rest);
    const list = yield* applied(undefined, rest, network);
    yield* requireListRoot(list.masternodes, coinbase);
    return list.masternodes;
  });
  return {
    height: coinbase.payload.height,
    hash,
    get masternodes() {
      return later.value();
    },
    quorums,
    coinbase,
    proof: { cbTx: diff.cbTx, cbTxMerkleTree: diff.cbTxMerkleTree },
    verifyMasternodes: async () => later.verify(),
  };
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
  return runAtOnce(diffSteps(base, diff, network));
}

/**
 * Applies a diff as {@link applyVerifiedDiff} does, in turns of the event loop: a full list of mainnet takes some hundred milliseconds.
 * @throws {VerificationError} (rejects) as it does
 */
export async function applyVerifiedDiffInTurns(
  base: VerifiedList | undefined,
  diff: MasternodeListDiff,
  network: NetworkParameters,
  measure: Measure,
): Promise<VerifiedList> {
  return runInTurns(measuredSteps(diffSteps(base, diff, network), measure));
}

function* diffSteps(
  base: VerifiedList | undefined,
  diff: MasternodeListDiff,
  network: NetworkParameters,
): Steps<VerifiedList> {
  requireKnownVersions(diff);
  const list = yield* applied(base, diff, network);
  const coinbase = proveCoinbase(diff);
  yield* requireListRoot(list.masternodes, coinbase);
  if (list.masternodes.size > LARGE_LIST) yield undefined;
  requireQuorumRoot(list.quorums, coinbase);
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

/** Lists of local networks take no turn. */
const LARGE_LIST = 250;
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

function* applied(
  base: VerifiedList | undefined,
  diff: MasternodeListDiff,
  { genesisHash }: NetworkParameters,
): Steps<MasternodeList> {
  // Both stand for the genesis block, which has no masternodes.
  const isFull = diff.baseBlockHash === ZERO_HASH || diff.baseBlockHash === genesisHash;
  const list =
    base === undefined
      ? emptyMasternodeList(isFull ? diff.baseBlockHash : ZERO_HASH)
      : { blockHash: base.hash, masternodes: base.masternodes, quorums: base.quorums };
  try {
    const canonical = { ...diff, newQuorums: diff.newQuorums.map(canonicalQuorum) };
    return yield* masternodeListDiffSteps(list, canonical);
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

function* requireListRoot(
  masternodes: MasternodeList['masternodes'],
  { payload }: ProvenCoinbase,
): Steps<void> {
  const list = yield* masternodeListRootSteps(masternodes.values());
  if (!list.mutated && list.root === payload.merkleRootMNList) return;
  throw new VerificationError(
    'list-root',
    `the masternodes have the root ${list.root}, the coinbase has ${payload.merkleRootMNList}`,
  );
}

function requireQuorumRoot(quorums: MasternodeList['quorums'], { payload }: ProvenCoinbase): void {
  if (payload.version === 1) {
    if (quorums.size === 0) return;
    throw new VerificationError('quorum-root', 'the coinbase has no root of quorums');
  }
  const active = quorumListRootWithMutation(Array.from(quorums.values(), commitmentOf));
  if (!active.mutated && active.root === payload.merkleRootQuorums) return;
  throw new VerificationError(
    'quorum-root',
    `the quorums have the root ${active.root}, the coinbase has ${payload.merkleRootQuorums}`,
  );
}
