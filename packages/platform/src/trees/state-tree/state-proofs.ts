import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PathQuery } from '@dapikit/proof';
import {
  AggregateOverflowError,
  encodeElement,
  Grove,
  proveBranch,
  proveQuery,
  proveRangeAggregate,
  proveTrunk,
  proofVersionAt,
  type ChunkDepths,
  type Path,
  type ProveOptions,
} from '@dapikit/proof/prover';
import { requireChainState } from '../../state/chain/chain-state.js';
import { PlatformError } from '../../base/errors/platform-error.js';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import type { StoreView } from '../../store/store.js';
import { findTreeTip, isTreeComplete, treeNodes } from './state-tree.js';
import type { TreeApplier } from './tree-applier.js';

/** Rejects proofs of a platform whose proofs are off, whose state no quorum signs, or whose sums do not fit its trees. */
export class ProofsUnavailableError extends PlatformError {
  override readonly name = 'ProofsUnavailableError';
  readonly reason = 'proofs-unavailable';

  constructor(why = 'no quorum signs its state') {
    super(`this platform creates no proofs: ${why}`);
  }
}

/** Rejects proofs at a protocol whose trees are not published. */
export class ProofsUnpublishedError extends ProofsUnavailableError {
  constructor(protocolVersion: number) {
    super(`the trees of protocol ${protocolVersion} are not published`);
  }
}

/** Makes proofs of one state, in the version that nodes give at the protocol version of its block. */
export interface StateProofs {
  /** The root hash of the state: 32 bytes. */
  readonly rootHash: Uint8Array;
  /** Proves what a path query selects, or that it is absent. @throws {UnprovableQueryError} (rejects) */
  prove(query: PathQuery, options?: ProveOptions): Promise<Uint8Array>;
  /** Returns the elements of keys of a layer as bytes, as far as they exist. References are followed. */
  elements(path: Path, keys: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
  /** Proves the upper part of a tree that counts its elements. @throws {UnprovableQueryError} (rejects) */
  proveTrunk(path: Path, depths: ChunkDepths): Promise<Uint8Array>;
  /** Proves a part of a tree from a key on, some levels deep. @throws {UnprovableQueryError} (rejects) */
  proveBranch(path: Path, key: Uint8Array, depth: number): Promise<Uint8Array>;
  /** Proves a count or a sum of a range. @throws {UnprovableQueryError} (rejects) */
  proveRangeAggregate(query: PathQuery): Promise<Uint8Array>;
}

/** Keys that are read in one turn of the event loop. */
const KEYS_AT_ONCE = 64;

/** Returns the proofs of the state that a view shows; undefined while its trees do not have its last block. */
async function findStateProofs(view: StoreView): Promise<StateProofs | undefined> {
  const tip = await findTreeTip(view);
  if (tip === undefined || !(await isTreeComplete(view))) return undefined;
  const version = proofVersionAt((await requireChainState(view)).protocolVersion);
  const grove = await Grove.open(treeNodes(view));
  return {
    rootHash: tip.rootHash,
    prove: async (query, options) => proveQuery(grove, query, { ...options, version, pause: nextTurn }),
    elements: async (path, keys) => {
      const found: Uint8Array[] = [];
      for (const [at, key] of keys.entries()) {
        if (at % KEYS_AT_ONCE === KEYS_AT_ONCE - 1) await nextTurn();
        if ((await grove.get(path, key)) !== undefined)
          found.push(encodeElement(await grove.follow([...path, key])));
      }
      return found;
    },
    proveTrunk: async (path, depths) => proveTrunk(grove, path, depths, { version, pause: nextTurn }),
    proveBranch: async (path, key, depth) => proveBranch(grove, path, key, depth, { pause: nextTurn }),
    proveRangeAggregate: async (query) => proveRangeAggregate(grove, query, { pause: nextTurn }),
  };
}

/** Largest number of searches for a state whose trees are up to date, while other processes write. */
const MAX_ATTEMPTS = 100;

/**
 * Reads one state with its proofs.
 *
 * @param complete builds the trees where the store has none that are up to date.
 * @throws {ProofsUnavailableError} (rejects) where the trees cannot have the state, as a sum in them does not fit 64 bits.
 */
export async function readProven<Result>(
  trees: TreeApplier,
  complete: () => Promise<void>,
  read: <Found>(work: (view: StoreView) => Promise<Found>) => Promise<Found>,
  work: (view: StoreView, proofs: StateProofs) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await bringUpToDate(trees, complete);
    const found = await read(async (view) => {
      const proofs = await findStateProofs(view);
      return proofs && { result: await work(view, proofs) };
    });
    if (found !== undefined) return found.result;
  }
  throw new StoreUnavailableError('the trees of the state', 'conflict');
}

async function bringUpToDate(trees: TreeApplier, complete: () => Promise<void>): Promise<void> {
  try {
    await complete();
    await trees.apply();
  } catch (error) {
    if (!(error instanceof AggregateOverflowError)) throw error;
    throw new ProofsUnavailableError('a sum of documents does not fit 64 bits in a tree');
  }
}
