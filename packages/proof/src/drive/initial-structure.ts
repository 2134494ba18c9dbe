import { PROTOCOL_VERSIONS, protocolAt } from '@dapikit/contract/protocol-versions';
import type { Element } from '../element/element.js';
import { emptyTree } from '../element/empty-tree.js';
import type { Path } from '../element/reference-path.js';
import type { GroveOperation } from '../grove/operation.js';
import type { TreeKind } from '../merk/tree-kind.js';
import {
  addressBalancesPath,
  EPOCH_KEYS,
  epochPath,
  MISC_KEYS,
  POOL_KEYS,
  ROOT_KEYS,
  rootPath,
  type RootKeyName,
} from './drive-paths.js';
import {
  CONTESTED_RESOURCE_KEYS,
  PREFUNDED_VOTE_BALANCES_KEY,
  SAVED_BLOCK_KEYS,
  SHIELDED_POOL_KEY,
  SHIELDED_POOL_KEYS,
  shieldedPoolPath,
  TIMED_DISTRIBUTION_KEYS,
  TOKEN_DISTRIBUTION_KEYS,
  TOKEN_KEYS,
  VERSION_KEYS,
  VOTE_KEYS,
  WITHDRAWAL_KEYS,
} from './tree-keys.js';

/** The trees of the topmost layer in the order in which Drive creates them: the order decides the shape of the layer. */
const ROOT_TREES: readonly (readonly [RootKeyName, TreeKind])[] = [
  ['contracts', 'normal'],
  ['identities', 'normal'],
  ['balances', 'sum'],
  ['tokens', 'normal'],
  ['pools', 'sum'],
  ['withdrawals', 'normal'],
  ['votes', 'normal'],
  ['nonUniqueKeyHashes', 'normal'],
  ['uniqueKeyHashes', 'normal'],
  ['prefundedBalances', 'sum'],
  ['spentAssetLocks', 'normal'],
  ['misc', 'normal'],
  ['versions', 'normal'],
  ['groupActions', 'normal'],
  ['addressBalances', 'sum'],
  ['shieldedBalances', 'sum'],
  ['savedBlockTransactions', 'normal'],
];

const ERAS = 50;
const DEFAULT_EPOCHS_PER_ERA = 40;
/** A chunk of the tree of notes has 2^11 notes. Source: `SHIELDED_NOTES_CHUNK_POWER`. */
const NOTES_CHUNK_POWER = 11;

/** Lists the protocol versions whose structure this is. */
const VERSIONS = PROTOCOL_VERSIONS.filter((version) => protocolAt(version).initialStructure === 3);

/** Says for which network the structure is. */
export interface InitialStructureOptions {
  /** A released version whose row has this structure. All of them have the same trees. */
  readonly protocolVersion: number;
  /** Number of epochs of an era: 40 on all networks. */
  readonly epochsPerEra?: number;
}

/**
 * Returns what Drive stores before the first block at protocol 12 and 13, without contracts and identities: batches to apply one by one
 * to an empty grove. The trees of the topmost layer come first, then everything below in one batch, then the shielded pool.
 *
 * Source: `create_initial_state_structure_v3` in `packages/rs-drive/src/drive/initialization/v3/mod.rs` of dashpay/platform, and
 * v0 to v2 beside it.
 * @throws RangeError for another protocol version
 */
export function initialStructure({
  protocolVersion,
  epochsPerEra = DEFAULT_EPOCHS_PER_ERA,
}: InitialStructureOptions): readonly (readonly GroveOperation[])[] {
  if (!VERSIONS.includes(protocolVersion))
    throw new RangeError(
      `protocol version ${protocolVersion} is not supported: use ${VERSIONS.join(' or ')}`,
    );
  return [
    ...ROOT_TREES.map(([name, kind]) => [putTree([], Uint8Array.of(ROOT_KEYS[name]), kind)]),
    [
      put(rootPath('misc'), MISC_KEYS.totalCredits, item(0)),
      putTree(rootPath('misc'), MISC_KEYS.tokenSupplies, 'bigSum'),
      ...pools(protocolVersion, ERAS * epochsPerEra),
      ...withdrawals(),
      putTree(rootPath('versions'), VERSION_KEYS.counts, 'normal'),
      putTree(rootPath('versions'), VERSION_KEYS.desired, 'normal'),
      putTree(rootPath('prefundedBalances'), PREFUNDED_VOTE_BALANCES_KEY, 'sum'),
      ...votes(),
      ...tokens(),
      ...addresses(),
    ],
    ...shieldedPool().map((operation) => [operation]),
  ];
}

/** Source: `packages/rs-drive/src/drive/credit_pools/initialization.rs` in dashpay/platform. */
function pools(protocolVersion: number, epochs: number): GroveOperation[] {
  const path = rootPath('pools');
  return [
    put(path, POOL_KEYS.storageFees, sumItem()),
    put(path, POOL_KEYS.unpaidEpoch, item(0, 0)),
    putTree(path, POOL_KEYS.pendingRefunds, 'sum'),
    ...Array.from({ length: epochs }, (_, epoch) => epochPath(epoch)).flatMap((epoch) => [
      putTree(path, epoch[1] ?? new Uint8Array(), 'sum'),
      put(epoch, EPOCH_KEYS.storageFees, sumItem()),
    ]),
    put(epochPath(0), EPOCH_KEYS.protocolVersion, item(0, 0, 0, protocolVersion)),
  ];
}

/** Source: `add_initial_withdrawal_state_structure_operations` in `packages/rs-drive/src/drive/identity/withdrawals/paths.rs`. */
function withdrawals(): GroveOperation[] {
  const path = rootPath('withdrawals');
  return [
    put(path, WITHDRAWAL_KEYS.nextIndex, item(0, 0, 0, 0, 0, 0, 0, 0)),
    putTree(path, WITHDRAWAL_KEYS.queue, 'normal'),
    putTree(path, WITHDRAWAL_KEYS.amounts, 'sum'),
    putTree(path, WITHDRAWAL_KEYS.broadcast, 'sum'),
  ];
}

/** Source: `packages/rs-drive/src/drive/votes/setup/setup_initial_vote_tree_main_structure/v0/mod.rs` in dashpay/platform. */
function votes(): GroveOperation[] {
  const path = rootPath('votes');
  const contested = [...path, VOTE_KEYS.contestedResources];
  return [
    ...Object.values(VOTE_KEYS).map((key) => putTree(path, key, 'normal')),
    ...Object.values(CONTESTED_RESOURCE_KEYS).map((key) => putTree(contested, key, 'normal')),
  ];
}

/** Source: `packages/rs-drive/src/drive/initialization/v1/mod.rs` in dashpay/platform. */
function tokens(): GroveOperation[] {
  const path = rootPath('tokens');
  const distributions = [...path, TOKEN_KEYS.distributions];
  const timed = [...distributions, TOKEN_DISTRIBUTION_KEYS.timed];
  return [
    ...Object.values(TOKEN_KEYS).map((key) =>
      putTree(path, key, key === TOKEN_KEYS.balances ? 'bigSum' : 'normal'),
    ),
    ...Object.values(TOKEN_DISTRIBUTION_KEYS).map((key) => putTree(distributions, key, 'normal')),
    ...Object.values(TIMED_DISTRIBUTION_KEYS).map((key) => putTree(timed, key, 'normal')),
  ];
}

/** Source: `packages/rs-drive/src/drive/initialization/v2/mod.rs` in dashpay/platform. */
function addresses(): GroveOperation[] {
  const saved = rootPath('savedBlockTransactions');
  const [root, key] = addressBalancesPath();
  return [
    putTree([root ?? new Uint8Array()], key ?? new Uint8Array(), 'provableCountSum'),
    putTree(saved, SAVED_BLOCK_KEYS.balances, 'countSum'),
    putTree(saved, SAVED_BLOCK_KEYS.compactedBalances, 'normal'),
    putTree(saved, SAVED_BLOCK_KEYS.expirations, 'normal'),
  ];
}

/** One by one, from the root of the layer down. Source: `insert_shielded_pool_structure` in `packages/rs-drive/src/drive/shielded`. */
function shieldedPool(): GroveOperation[] {
  const path = shieldedPoolPath();
  return [
    putTree(rootPath('shieldedBalances'), SHIELDED_POOL_KEY, 'sum'),
    put(path, SHIELDED_POOL_KEYS.notes, {
      type: 'commitmentTree',
      count: 0n,
      chunkPower: NOTES_CHUNK_POWER,
      flags: undefined,
    }),
    putTree(path, SHIELDED_POOL_KEYS.nullifiers, 'provableCount'),
    putTree(path, SHIELDED_POOL_KEYS.anchors, 'normal'),
    put(path, SHIELDED_POOL_KEYS.total, sumItem()),
    putTree(path, SHIELDED_POOL_KEYS.anchorsByHeight, 'normal'),
  ];
}

const put = (path: Path, key: Uint8Array, element: Element): GroveOperation => ({
  type: 'put',
  path,
  key,
  element,
});
const putTree = (path: Path, key: Uint8Array, kind: TreeKind): GroveOperation => ({
  type: 'putTree',
  path,
  key,
  element: emptyTree(kind),
});
const item = (...bytes: readonly number[]): Element => ({
  type: 'item',
  value: Uint8Array.from(bytes),
  flags: undefined,
});
const sumItem = (): Element => ({ type: 'sumItem', sum: 0n, flags: undefined });
