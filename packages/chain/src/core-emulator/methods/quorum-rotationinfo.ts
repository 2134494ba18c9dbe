import { ancestorAt, type ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { MinedCommitment } from '../../rules/consensus/quorum-list.js';
import { INSTANT_LOCK_QUORUMS } from '../../rules/consensus/quorum-types.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { diffQuorumFromCommitment } from '../../primitives/masternode/diff-quorum.js';
import { withReadBls } from '../../primitives/masternode/final-commitment.js';
import { workBlock } from '../../chain/quorum/quorum-modifier.js';
import { rotationSnapshot } from '../../chain/quorum/rotated-members.js';
import { activeQuorums } from '../json/describe-quorum.js';
import { describeSnapshot } from '../json/describe-snapshot.js';
import { asNodeShows } from '../json/list-diff.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { readHash, readText, type RpcParams } from '../rpc/rpc-params.js';

/** The quorums of a cycle have members that the cycles before it chose, by the names of their distances. */
const CYCLES = [
  { distance: 1, name: 'C' },
  { distance: 2, name: '2C' },
  { distance: 3, name: '3C' },
  { distance: 4, name: '4C' },
];

/**
 * Source: `quorum_rotationinfo` in `src/rpc/quorums.cpp`, `BuildQuorumRotationInfo` and `CQuorumRotationInfo::ToJson` in
 * `src/llmq/snapshot.cpp` of dashpay/dash.
 */
export const quorumRotationinfo: EmulatorMethod = {
  name: 'quorum rotationinfo',
  category: 'Evo',
  summary:
    'what a client needs to know the members of quorums with rotation: lists of masternodes and snapshots',
  params: [
    { name: 'blockRequestHash', type: 'string', about: 'the hash of a block of the cycle' },
    { name: 'extraShare', type: 'boolean', isOptional: true, about: 'true for a fourth cycle before it' },
    {
      name: 'baseBlockHashes',
      type: 'json array',
      shape: '["hash",...]',
      isOptional: true,
      about: 'blocks whose lists are known; the genesis block when left out',
    },
  ],
  async answer(node, params) {
    const requested = params.hash(0, 'blockRequestHash');
    const isExtra = params.looseFlag(1, 'extraShare', false);
    const bases = readBases(node, params);
    const block = node.chain.block(requested) ?? reject('block not found');
    const cycles = cyclesBefore(node, block, isExtra ? CYCLES : CYCLES.slice(0, -1));
    return describeRotation(new ListDiffs(node, bases), { node, block, cycles, isExtra });
  },
};

/** Describes a cycle: its first block, the block whose list its members are chosen from, and which of them it chose. */
interface Cycle {
  readonly base: ChainBlock;
  readonly work: ChainBlock;
  readonly snapshot: object;
}

interface NamedCycle extends Cycle {
  readonly name: string;
}

interface Rotation {
  readonly node: EmulatedNode;
  readonly block: ChainBlock;
  readonly cycles: readonly NamedCycle[];
  readonly isExtra: boolean;
}

/**
 * Describes a rotation. The diffs are made in the order of Dash Core, and each begins at the last block whose list is known by
 * then: first those of the cycles that the last quorums need as well, then those of the cycles before, the first one first.
 */
async function describeRotation(
  diffs: ListDiffs,
  { node, block, cycles, isExtra }: Rotation,
): Promise<object> {
  const commitments = activeQuorums(block, INSTANT_LOCK_QUORUMS);
  const needed = neededCycles(node, commitments, cycles);
  const diffList: object[] = [];
  for (const { work } of needed) diffList.push(await diffs.to(work));
  const byName = new Map<string, object>();
  for (const { name, work } of cycles.toReversed()) byName.set(name, await diffs.to(work));
  const latest = await diffs.to(requiredWorkAt(startOf(block)));
  const tip = await diffs.to(node.chain.tip);
  return {
    extraShare: isExtra,
    ...Object.fromEntries(cycles.map(({ name, snapshot }) => [`quorumSnapshotAtHMinus${name}`, snapshot])),
    mnListDiffTip: tip,
    mnListDiffH: latest,
    ...Object.fromEntries(cycles.map(({ name }) => [`mnListDiffAtHMinus${name}`, byName.get(name)])),
    lastCommitmentPerIndex: commitments.map(({ commitment }) =>
      diffQuorumFromCommitment(withReadBls(commitment)),
    ),
    quorumSnapshotList: needed.map(({ snapshot }) => snapshot),
    mnListDiffList: diffList,
  };
}

/** Makes diffs of masternode lists, each of which makes another list known. */
class ListDiffs {
  readonly #node: EmulatedNode;
  readonly #known: ChainBlock[];

  constructor(node: EmulatedNode, known: readonly ChainBlock[]) {
    this.#node = node;
    this.#known = [...known];
  }

  /** Returns the diff to a block from the last known one that is not above it, or from the genesis block. */
  async to(block: ChainBlock): Promise<object> {
    const below = this.#known.filter(({ height }) => height <= block.height);
    const base = below.toSorted((a, b) => a.height - b.height).at(-1) ?? this.#node.chain.blockAt(0);
    this.#known.push(block);
    const diff = await this.#node.devChain
      .masternodeListDiff(base?.hash ?? '', block.hash)
      .catch((error: unknown) => reject(error instanceof NodeRejectionError ? error.message : String(error)));
    return asNodeShows(diff, block);
  }
}

function readBases(node: EmulatedNode, params: RpcParams): readonly ChainBlock[] {
  const given = params.isGiven(2) ? baseHashes(params) : [];
  return given.map((value) => {
    const hash = readHash(readText(value), 'baseBlockHash');
    const block = node.chain.block(hash) ?? reject(`block ${hash} not found`);
    return node.chain.isInBestChain(block) ? block : reject(`block ${hash} is not in the active chain`);
  });
}

/** Returns a list, or the list that a text has as JSON. */
function baseHashes(params: RpcParams): readonly unknown[] {
  if (Array.isArray(params.raw(2))) return params.list(2);
  const text = params.text(2);
  const parsed = parsedJson(text);
  if (Array.isArray(parsed)) return parsed;
  throw new NodeRejectionError(RPC_ERROR_CODES.misc, `Error parsing JSON: ${text}`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const startOf = (block: ChainBlock): ChainBlock | undefined =>
  ancestorAt(block, block.height - (block.height % INSTANT_LOCK_QUORUMS.cycle));

function requiredWorkAt(base: ChainBlock | undefined): ChainBlock {
  if (base === undefined) return reject('Cannot find block');
  return workBlock(base) ?? reject('Cannot find work block');
}

/**
 * Returns the cycle that begins at a height of the best chain.
 *
 * Source: `ConstructCycle` in `src/llmq/snapshot.cpp` of dashpay/dash.
 */
function cycleAt({ chain }: EmulatedNode, height: number): Cycle {
  const base = chain.blockAt(height) ?? reject('Cannot find block');
  const work = requiredWorkAt(base);
  return { base, work, snapshot: snapshotAt(base) ?? reject('Cannot find quorum snapshot') };
}

/** Returns the cycles before that of a block: those of the best chain, whatever branch the block is of. */
function cyclesBefore(
  node: EmulatedNode,
  block: ChainBlock,
  names: readonly (typeof CYCLES)[number][],
): NamedCycle[] {
  const start = startOf(block);
  requiredWorkAt(start);
  return names.map(({ name, distance }) => ({
    name,
    ...cycleAt(node, (start?.height ?? 0) - distance * INSTANT_LOCK_QUORUMS.cycle),
  }));
}

/** Returns the cycles before those of the last quorums that are not among the given ones, the first ones first. */
function neededCycles(
  node: EmulatedNode,
  commitments: readonly MinedCommitment[],
  given: readonly Cycle[],
): Cycle[] {
  const { cycle } = INSTANT_LOCK_QUORUMS;
  const heights = new Set(
    commitments.flatMap(({ height }) => [1, 2, 3].map((count) => height - (height % cycle) - count * cycle)),
  );
  for (const { base } of given) heights.delete(base.height);
  return [...heights].toSorted((a, b) => a - b).map((height) => cycleAt(node, height));
}

function snapshotAt(base: ChainBlock): object | undefined {
  const snapshot = rotationSnapshot(INSTANT_LOCK_QUORUMS, base);
  return snapshot && describeSnapshot(snapshot, workBlock(base)?.connected?.masternodes.size ?? 0);
}

function reject(message: string): never {
  throw new NodeRejectionError(RPC_ERROR_CODES.invalidRequest, message);
}
