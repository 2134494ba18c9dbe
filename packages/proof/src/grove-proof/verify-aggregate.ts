import { compareBytes } from '@dapikit/protocol/codec';
import { treeKindOf } from '../element/element-tree.js';
import type { Path } from '../element/reference-path.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { ProofError } from '../merk-proof/proof-error.js';
import type { Aggregate, TreeKind } from '../merk/tree-kind.js';
import { layerQueryAt } from '../path-query/layer-query.js';
import type { PathQuery } from '../path-query/path-query.js';
import { decodeGroveProof, type LayerProof } from './envelope.js';
import { layerResults, type LayerResult } from './layer-results.js';
import { rangeAggregate } from './range-aggregate.js';

/** Count and sum of a range in one layer. What the hashes of its tree do not cover is zero. */
export interface ProvenAggregate extends Aggregate {
  /** The path of the layer. */
  readonly path: Path;
}

/** Root hash to which a proof leads and the aggregates that it shows. */
export interface ProvenAggregates {
  readonly rootHash: Uint8Array;
  readonly aggregates: readonly ProvenAggregate[];
}

/**
 * Verifies the counts and sums of the range that is the one item of the innermost query. Without a default branch that is one range;
 * a query with a default branch has one such range for each of its keys that exist. All layers on the way to a range exist and are not
 * empty. Proofs have version 1.
 *
 * @throws DecodeError, ProofError
 *
 * Source: `grovedb/src/operations/proof/aggregate_count`, `aggregate_sum` and `aggregate_count_and_sum` of grovedb.
 */
export function verifyRangeAggregates(proof: Uint8Array, query: PathQuery): ProvenAggregates {
  const { version, rootLayer } = decodeGroveProof(proof);
  if (version !== 1) throw new ProofError('unsupported', 'expected a proof of version 1, found version 0');
  const { defaultBranch } = query.query;
  const depth = query.path.length + (defaultBranch === undefined ? 0 : 1 + (defaultBranch.path ?? []).length);
  const verifier = new AggregateVerifier(query, depth);
  const rootHash = verifier.verifyLayer(rootLayer, [], 'normal');
  return { rootHash, aggregates: verifier.aggregates };
}

/** Verifies layers from the topmost one down to those with the range. */
class AggregateVerifier {
  readonly aggregates: ProvenAggregate[] = [];
  #limit: number | undefined;

  constructor(
    private readonly query: PathQuery,
    private readonly depth: number,
  ) {
    this.#limit = query.limit;
  }

  verifyLayer({ type, bytes, lowerLayers }: LayerProof, path: Path, kind: TreeKind): Uint8Array {
    if (type !== 'merk') throw new ProofError('unsupported', `layers of the type ${type} are not verified`);
    const query = layerQueryAt(this.query, path);
    if (query === undefined)
      throw new ProofError('excess', 'the proof has a layer that the query does not select');
    if (path.length === this.depth) {
      if (lowerLayers.length > 0)
        throw new ProofError('excess', 'a layer with the range has layers below it');
      return this.#verifyRange(bytes, path, kind);
    }
    const { rootHash, results } = layerResults(bytes, { ...query, limit: this.#limit, version: 1 });
    if (results.length === 0) {
      if (path.length !== this.query.path.length) throw noTree();
      this.#useLimit();
    }
    const read = new Set<Uint8Array>();
    for (const result of results) {
      const lower = lowerLayers.find(({ key }) => compareBytes(key, result.key) === 0);
      if (lower !== undefined) read.add(lower.key);
      this.#verifyTree(result, lower?.layer, path);
      if (this.#limit === 0) break;
    }
    if (read.size < lowerLayers.length)
      throw new ProofError('excess', 'the proof has a lower layer that the query does not select');
    return rootHash;
  }

  #verifyTree({ key, element, node }: LayerResult, layer: LayerProof | undefined, path: Path): void {
    const kind = treeKindOf(element);
    if (kind === undefined || !('valueHash' in node))
      throw new ProofError(
        'unexpected-element',
        'the way to the range leads through an element that is not a tree',
      );
    if (layer === undefined) throw noTree();
    const lowerHash = this.verifyLayer(layer, [...path, key], kind);
    if (compareBytes(combineHashes(valueHash(node.value), lowerHash), node.valueHash) !== 0)
      throw new ProofError('hash-mismatch', 'the hash of a lower layer does not match the value of its key');
  }

  #verifyRange(bytes: Uint8Array, path: Path, kind: TreeKind): Uint8Array {
    const [range, ...others] = layerQueryAt(this.query, path)?.items ?? [];
    if (range === undefined || others.length > 0)
      throw new ProofError(
        'unsupported',
        `${range === undefined ? 0 : 1 + others.length} ranges to aggregate: use one`,
      );
    const { rootHash, aggregate } = rangeAggregate(bytes, range, kind);
    this.aggregates.push({ path, ...aggregate });
    this.#useLimit();
    return rootHash;
  }

  #useLimit(): void {
    if (this.#limit !== undefined) this.#limit = Math.max(0, this.#limit - 1);
  }
}

const noTree = (): ProofError =>
  new ProofError('incomplete', 'the proof is incomplete: the range has no tree, or an empty one');
