import { compareBytes } from '@dapikit/protocol/codec';
import { treeKindOf } from '../element/element-tree.js';
import { decodeElement, unwrapElement, type Element } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import { executeMerkProof } from '../merk-proof/execute.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { hasKey, proofNodeHash, valueHashOf, type ProofNode } from '../merk-proof/proof-node.js';
import { combineHashes, NULL_HASH, valueHash } from '../merk/hashes.js';
import { maxTreeHeight } from './chunk-depths.js';
import type { LayerProof } from './envelope.js';
import { layerResults, type LayerResult } from './layer-results.js';

/** Element of a chunk with what it takes to verify the branch below it. */
export interface ChunkElement {
  readonly key: Uint8Array;
  readonly element: Element;
  /** The hash of its node, to which the proof of a branch that begins here leads. */
  readonly hash: Uint8Array;
  /** Number of elements of its subtree, as far as the proof shows that. */
  readonly count: bigint | undefined;
  /** True if the proof hides what is below. */
  readonly isLeaf: boolean;
}

/** Trunk of a tree, and the hash of the whole state to which it leads. */
export interface ProvenTrunk {
  readonly rootHash: Uint8Array;
  /** In the order of keys. */
  readonly elements: readonly ChunkElement[];
  /** The number of elements of the whole tree. */
  readonly count: bigint;
}

/**
 * Verifies the proof of the trunk of a tree that counts its elements. Throws DecodeError, ProofError.
 *
 * Source: `verify_trunk_chunk_proof_v1` in grovedb `grovedb/src/operations/proof/verify.rs`.
 * @param maxDepth the most levels of the trunk
 */
export function verifyTrunk(rootLayer: LayerProof, path: Path, maxDepth: number): ProvenTrunk {
  const steps: { readonly result: LayerResult; readonly rootHash: Uint8Array }[] = [];
  let layer = rootLayer;
  for (const key of path) {
    steps.push(treeOnPath(layer, key));
    const [lower] = layer.lowerLayers;
    if (lower === undefined || layer.lowerLayers.length > 1 || compareBytes(lower.key, key) !== 0)
      throw new ProofError('incomplete', 'a layer of the path has another lower layer than that of the path');
    layer = lower.layer;
  }
  if (layer.type !== 'merk' || layer.lowerLayers.length > 0)
    throw new ProofError('excess', 'the trunk is no layer of a Merk tree alone');
  const count = countOf(steps.at(-1)?.result.element);
  const height = maxTreeHeight(count);
  const { hash, elements } =
    count === 0n ? emptyChunk(layer.bytes) : readChunk(layer.bytes, Math.min(height, maxDepth));
  let lowerHash = hash;
  for (const { result, rootHash } of steps.toReversed()) {
    if (compareBytes(combineHashes(valueHash(result.node.value), lowerHash), valueHashOf(result.node)) !== 0)
      throw new ProofError('hash-mismatch', 'the hash of a lower layer does not match the value of its key');
    lowerHash = rootHash;
  }
  return { rootHash: lowerHash, elements, count };
}

/**
 * Verifies the proof of a branch of a tree. Throws DecodeError, ProofError.
 *
 * Source: `verify_branch_chunk_proof` in grovedb `grovedb/src/operations/proof/verify.rs`.
 * @param depth the most levels of the branch
 * @param expectedHash of the node at which the branch begins, as the proof above shows it
 */
export function verifyBranch(
  bytes: Uint8Array,
  depth: number,
  expectedHash: Uint8Array,
): readonly ChunkElement[] {
  const { hash, elements } = readChunk(bytes, depth);
  if (compareBytes(hash, expectedHash) !== 0)
    throw new ProofError('hash-mismatch', 'the branch is not the one below the element of the trunk');
  return elements;
}

function treeOnPath(
  { type, bytes }: LayerProof,
  key: Uint8Array,
): { readonly result: LayerResult; readonly rootHash: Uint8Array } {
  if (type !== 'merk') throw new ProofError('unsupported', `layers of the type ${type} are not verified`);
  const items = [{ type: 'key', key } as const];
  const { rootHash, results } = layerResults(bytes, { items, isLeftToRight: true, limit: 1, version: 1 });
  const [result] = results;
  if (result === undefined || treeKindOf(result.element) === undefined)
    throw new ProofError('incomplete', 'the proof does not show a tree of the path');
  return { result, rootHash };
}

function countOf(element: Element | undefined): bigint {
  const plain = element && unwrapElement(element);
  if (plain === undefined || !('rootKey' in plain) || !('count' in plain))
    throw new ProofError('unexpected-element', 'the tree does not count its elements');
  return plain.count;
}

interface Chunk {
  readonly hash: Uint8Array;
  readonly elements: readonly ChunkElement[];
}

function emptyChunk(bytes: Uint8Array): Chunk {
  if (bytes.length > 0) throw new ProofError('excess', 'the trunk of an empty tree has elements');
  return { hash: NULL_HASH, elements: [] };
}

type Children = { left?: ProofNode; right?: ProofNode };

/** Reads the nodes of a chunk. The hidden ones are below the others, both or none of an element. */
function readChunk(bytes: Uint8Array, maxDepth: number): Chunk {
  const children = new Map<ProofNode, Children>();
  const lower = new Set<ProofNode>();
  const hash = executeMerkProof(
    bytes,
    false,
    (node) => void children.set(node, {}),
    (parent, side, child) => {
      lower.add(child);
      const known = children.get(parent);
      if (known !== undefined) known[side] = child;
    },
  );
  const elements: ChunkElement[] = [];
  const read = (node: ProofNode, level: number): Uint8Array => {
    if (node.type === 'hash') return node.hash;
    if (level > maxDepth) throw new ProofError('excess', `the chunk has more than ${maxDepth} levels`);
    const { left, right } = children.get(node) ?? {};
    const isHidden = [left, right].filter((child) => child !== undefined).map(({ type }) => type === 'hash');
    if (isHidden.length === 2 && isHidden[0] !== isHidden[1])
      throw new ProofError('malformed', 'the chunk hides one child of an element and shows the other');
    const leftHash = left === undefined ? NULL_HASH : read(left, level + 1);
    const at = elements.length;
    const rightHash = right === undefined ? NULL_HASH : read(right, level + 1);
    const own = proofNodeHash(node, leftHash, rightHash);
    elements.splice(at, 0, { ...elementOf(node), hash: own, isLeaf: isHidden.includes(true) });
    return own;
  };
  for (const node of children.keys()) if (!lower.has(node)) read(node, 1);
  if (elements.length === 0) throw new ProofError('incomplete', 'the chunk hides the element at its root');
  return { hash, elements };
}

/** Returns the element that a node shows, whose value its hash covers. */
function elementOf(node: ProofNode): Pick<ChunkElement, 'key' | 'element' | 'count'> {
  if (!hasKey(node) || !('value' in node) || node.type === 'kvRefValueHash')
    throw new ProofError('malformed', 'the chunk has a node that shows no element');
  const element = decodeElement(node.value);
  if (node.type === 'kv' && treeKindOf(element) !== undefined)
    throw new ProofError('unexpected-element', 'a tree is shown as an item');
  if (node.type !== 'kv' && treeKindOf(element) === undefined)
    throw new ProofError('hash-mismatch', 'an item is shown with a given value hash');
  if (
    node.type === 'kvValueHashFeatureTypeWithChildHash' &&
    compareBytes(combineHashes(valueHash(node.value), node.childHash), node.valueHash) !== 0
  )
    throw new ProofError('hash-mismatch', 'the value hash of a tree does not match its value and its layer');
  const count = 'featureType' in node ? node.featureType.count : aggregateCount(node);
  return { key: node.key, element, count };
}

const aggregateCount = (node: ProofNode): bigint | undefined =>
  'aggregate' in node ? node.aggregate.count : undefined;
