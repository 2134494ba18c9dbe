import { compareBytes } from '@dapikit/protocol/codec';
import { unwrapElement, type Element } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import { combineHashes, NULL_HASH, valueHash } from '../merk/hashes.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { layerQueryAt, type LayerQuery } from '../path-query/layer-query.js';
import type { PathQuery } from '../path-query/path-query.js';
import { terminalKeys, type PathKey } from '../path-query/terminal-keys.js';
import { decodeGroveProof, type LayerProof } from './envelope.js';
import { layerResults, type LayerResult } from './layer-results.js';
import { layerRootHash } from './proof-root.js';

/** Element that a proof shows, with its place. */
export interface ProvenElement extends PathKey {
  readonly element: Element;
}

/** Says how strictly a proof is read. */
export interface VerifyQueryOptions {
  /**
   * True if the proof may prove more than the query selects, as the proof of a merged query does for each part. Default: false.
   */
  readonly isSubset?: boolean;
  /** True if empty trees of the normal kind are results. Default: false. */
  readonly includesEmptyTrees?: boolean;
  /**
   * The lowest version of proofs that is accepted. Default: 1. Version 0 does not bind the element of a tree that is a result itself
   * and not empty to the root hash: nodes of networks up to protocol version 11 give such proofs, and later ones do not.
   */
  readonly minProofVersion?: 0 | 1;
}

/** Root hash to which a proof leads and the elements that it shows. */
export interface ProvenQuery {
  readonly rootHash: Uint8Array;
  /** Everything that the query selects, in its order, as far as the limit goes. */
  readonly elements: readonly ProvenElement[];
}

/**
 * Verifies that a proof shows everything that a path query selects, and returns it with the root hash. The caller compares the root
 * hash with one that it trusts, or verifies the signature over it. Empty trees of the normal kind are left out unless they are included.
 *
 * @throws DecodeError, ProofError
 *
 * Source: `verify_layer_proof` and `verify_layer_proof_v1` in grovedb `grovedb/src/operations/proof/verify.rs`.
 */
export function verifyPathQuery(
  proof: Uint8Array,
  query: PathQuery,
  options: VerifyQueryOptions = {},
): ProvenQuery {
  const { minProofVersion = 1 } = options;
  const { version, rootLayer } = decodeGroveProof(proof);
  if (version < minProofVersion)
    throw new ProofError(
      'unsupported',
      `expected a proof of version ${minProofVersion}, found version ${version}`,
    );
  const verifier = new QueryVerifier(query, version, options);
  const rootHash = verifier.verifyLayer(rootLayer, []);
  return { rootHash, elements: verifier.elements };
}

/** Root hash to which a proof leads and the keys of a query with their elements. */
export interface ProvenKeys {
  readonly rootHash: Uint8Array;
  /** The terminal keys of the query in their order; the element is undefined where the key is proven to be absent. */
  readonly keys: readonly (PathKey & { readonly element: Element | undefined })[];
}

/**
 * Verifies a proof as {@link verifyPathQuery} does, and returns each key that the query asks for, with its element or its absence.
 *
 * @throws DecodeError, ProofError; TerminalKeysError for a query without a limit or with unbounded ranges
 */
export function verifyPathQueryKeys(
  proof: Uint8Array,
  query: PathQuery,
  options?: VerifyQueryOptions,
): ProvenKeys {
  const { rootHash, elements } = verifyPathQuery(proof, query, options);
  const found = new Map(elements.map(({ path, key, element }) => [placeId({ path, key }), element]));
  return {
    rootHash,
    keys: terminalKeys(query).map((place) => ({ ...place, element: found.get(placeId(place)) })),
  };
}

const placeId = ({ path, key }: PathKey): string => [...path, key].map((part) => part.join(',')).join('/');

/** Verifies layers from the topmost one down; the limit is used up from layer to layer. */
class QueryVerifier {
  readonly elements: ProvenElement[] = [];
  #limit: number | undefined;

  constructor(
    private readonly query: PathQuery,
    private readonly version: 0 | 1,
    private readonly options: VerifyQueryOptions,
  ) {
    this.#limit = query.limit;
  }

  /** Verifies a layer and the selection below it; returns the hash of the layer. */
  verifyLayer({ type, bytes, lowerLayers }: LayerProof, path: Path): Uint8Array {
    if (type !== 'merk') throw new ProofError('unsupported', `layers of the type ${type} are not verified`);
    const query = layerQueryAt(this.query, path);
    if (query === undefined)
      throw new ProofError('excess', 'the proof has a layer that the query does not select');
    const { rootHash, results } = layerResults(bytes, {
      items: query.items,
      isLeftToRight: query.isLeftToRight,
      limit: this.#limit,
      version: this.version,
    });
    if (results.length === 0) this.#useLimit();
    const read = new Set<Uint8Array>();
    for (const result of results) {
      const lower = lowerLayers.find(({ key }) => compareBytes(key, result.key) === 0);
      if (lower !== undefined) read.add(lower.key);
      if (lower === undefined) this.#verifyResult(result, path, query);
      else this.#verifyLowerLayer(result, lower.layer, path, query.addsParentTree);
      if (this.#limit === 0) break;
    }
    if (this.options.isSubset !== true && read.size < lowerLayers.length)
      throw new ProofError('excess', 'the proof has a lower layer that the query does not select');
    return rootHash;
  }

  /** Verifies a tree with the layer below it. */
  #verifyLowerLayer(result: LayerResult, layer: LayerProof, path: Path, addsParentTree: boolean): void {
    const { key, element, node } = result;
    if (!hasLayer(element) || node.type === 'kv' || node.type === 'kvRefValueHash')
      throw new ProofError('unexpected-element', 'a lower layer stands below an element that has none');
    const lowerPath = [...path, key];
    const isSelectedBelow = layerQueryAt(this.query, lowerPath) !== undefined;
    if (isSelectedBelow && addsParentTree) this.elements.push({ path, key, element });
    const lowerHash = isSelectedBelow ? this.verifyLayer(layer, lowerPath) : layerRootHash(layer);
    if (compareBytes(combineHashes(valueHash(node.value), lowerHash), node.valueHash) !== 0)
      throw new ProofError('hash-mismatch', 'the hash of a lower layer does not match the value of its key');
    if (!isSelectedBelow) this.#addElement(result, path);
  }

  /** Verifies an element without a layer below it. */
  #verifyResult(result: LayerResult, path: Path, query: LayerQuery): void {
    const { key, element, node } = result;
    const isSelectedBelow = query.hasQueryBelow(key);
    if (!isTree(element)) {
      // Nothing is below an item: on the path it shows that the layer of the query does not exist.
      if (!query.isOnPath) this.#addElement(result, path);
      return;
    }
    const isEmpty = isEmptyTree(element);
    if (isSelectedBelow) {
      if (!isEmpty)
        throw new ProofError('incomplete', 'the proof is incomplete: a layer with selected keys is missing');
      this.#checkEmptyTree(node);
      return;
    }
    if (isEmpty) this.#checkEmptyTree(node);
    else if (this.version > 0 && node.type !== 'kvValueHashFeatureTypeWithChildHash')
      throw new ProofError(
        'hash-mismatch',
        'a tree is shown without the hash of its layer: its value is not proven',
      );
    if (!isEmpty || element.type !== 'tree' || this.options.includesEmptyTrees === true)
      this.#addElement(result, path);
  }

  #checkEmptyTree(node: LayerResult['node']): void {
    if (
      !('valueHash' in node) ||
      compareBytes(combineHashes(valueHash(node.value), NULL_HASH), node.valueHash) !== 0
    )
      throw new ProofError('hash-mismatch', 'the value hash of an empty tree does not match its value');
  }

  #addElement({ key, element }: LayerResult, path: Path): void {
    this.elements.push({ path, key, element });
    this.#useLimit();
  }

  #useLimit(): void {
    if (this.#limit !== undefined) this.#limit = Math.max(0, this.#limit - 1);
  }
}

const isTree = (element: Element): boolean => {
  const { type } = unwrapElement(element);
  return type.endsWith('Tree') || type === 'tree';
};

/** Returns whether an element has a Merk layer that is not empty. */
const hasLayer = (element: Element): boolean => {
  const plain = unwrapElement(element);
  return 'rootKey' in plain && plain.rootKey !== undefined;
};

/** Returns whether an element is a tree without content. */
function isEmptyTree(element: Element): boolean {
  const plain = unwrapElement(element);
  if ('rootKey' in plain) return plain.rootKey === undefined;
  if (plain.type === 'mmrTree') return plain.size === 0n;
  return 'count' in plain && BigInt(plain.count) === 0n;
}
