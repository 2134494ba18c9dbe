import { recordChanges, discardTrees, type RecordChanges } from '../state-tree/record-changes.js';
import { completeTrees } from '../state-tree/rebuild-trees.js';
import { BackgroundTrees } from '../state-tree/background-trees.js';
import { TreeApplier } from '../state-tree/tree-applier.js';
import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WithdrawalTarget } from '../withdrawal/withdrawal-target.js';
import type { AssetLockSource } from '../asset-lock/asset-lock-source.js';
import type { Network } from '../chain/block.js';
import { findChainState, type ChainState } from '../chain/chain-state.js';
import { createClock, type Clock } from '../chain/clock.js';
import { startSharedTime, type SharedTime } from '../chain/shared-time.js';
import { addressApi, type AddressApi } from './address-api.js';
import { contestApi, type ContestApi } from './contest-api.js';
import { contestRules } from '../contest/contest-rules.js';
import { checkContract, type CheckContract } from '../contract/check-contract.js';
import { createContractBook, type ContractBook } from '../contract/contract-book.js';
import { contractApi, type ContractApi } from './contract-api.js';
import { awardDocument } from '../document-transition/award-document.js';
import { documentApi, type DocumentApi } from './document-api.js';
import { groupApi, type GroupApi } from './group-api.js';
import { identityApi, type IdentityApi } from './identity-api.js';
import { InputError } from '../errors/input-error.js';
import { readOptions } from '../input/read-options.js';
import { requireObjects } from '../input/require-objects.js';
import { masternodeApi, type MasternodeApi } from './masternode-api.js';
import { setBlake3, type StateSignature } from '@dapikit/proof';
import { wasmBlake3 } from '@dapikit/proof/wasm';
import { ProofsUnavailableError, readProven, type StateProofs } from '../state-tree/state-proofs.js';
import { StateSignatures, type StateSigner } from '../state-tree/state-signer.js';
import { createChain } from '../transition/create-chain.js';
import type { PlatformRules } from '../transition/platform-rules.js';
import { contestRulesWith, QUIRKS, quirksOf, type Quirks } from '../transition/quirks.js';
import { protocolOf } from '../chain/protocol.js';
import { proofApi, type ProofApi } from './proof-api.js';
import { queryApi, type QueryApi } from './query-api.js';
import { stateApi, type StateApi } from './state-api.js';
import { openLmdbStore } from '../store/lmdb-store.js';
import { SnapshotStore } from '../store/snapshot-store.js';
import { StoreUnavailableError } from '../store/store-unavailable-error.js';
import type { Store } from '../store/store.js';
import { committedState, type CommittedState } from '../state-query/committed-state.js';
import { upgradeState } from '../system-contract/upgrade-state.js';
import { tokenApi, type TokenApi } from './token-api.js';
import { withdrawalApi, type WithdrawalApi } from './withdrawal-api.js';
import { openStoreSigner, quorumOf, type StateQuorum, type StoreSigner } from '../state-tree/store-signer.js';
import { transitionApi, type TransitionApi } from './transition-api.js';

/**
 * Runs contracts, identities, documents, tokens and contests as the network does, with a clock of its own.
 *
 * Every change is a block of its own: it is executed whole or not at all, and stored when its promise resolves. Ids are
 * base58, credits and amounts of tokens `bigint`, times milliseconds since the beginning of 1970. All errors are
 * `PlatformError`: a `ConsensusError` for a transition that the network rejects, a `ContractRejectedError` for a contract, a
 * `QueryError` for a query, an `InputError` for what the network would never see. None of these changes anything, except the fee
 * and the nonce where `isPaid` is true.
 */
export interface Platform
  extends
    IdentityApi,
    AddressApi,
    WithdrawalApi,
    MasternodeApi,
    ContractApi,
    DocumentApi,
    QueryApi,
    TokenApi,
    GroupApi,
    ContestApi,
    StateApi,
    ProofApi,
    TransitionApi {
  /**
   * Answers several queries from one committed state. `work` may be called while other calls change the platform: it sees one state.
   * Rejects with what `work` rejects with.
   */
  readState<Result>(work: (state: CommittedState) => Promise<Result>): Promise<Result>;
  /**
   * Answers queries from one committed state that proofs and a signature of a quorum are given of. Rejects with what `work` rejects
   * with, and with `ProofsUnavailableError` without a signer or without trees.
   */
  readProvenState<Result>(work: (state: ProvenState) => Promise<Result>): Promise<Result>;
  /** Returns the key of the store that signs states, as a quorum; nothing where another key signs, or none. */
  stateQuorum(): Promise<StateQuorum | undefined>;
  /** Waits for pending calls, then closes the store. */
  close(): Promise<void>;
}

/** Has a committed state that is signed; the time of its metadata is that of the signature, by the host clock. */
export interface ProvenState extends CommittedState {
  readonly proofs: StateProofs;
  readonly signature: StateSignature;
}

/** Lists the options of {@link createPlatform}. */
export interface PlatformOptions {
  /** The store of the state; by default one in a temporary folder that `close` removes. It is closed with the platform. */
  readonly store?: Store;
  /** 9 to the newest; `NEWEST_RELEASED_PROTOCOL` when absent. A store stays with the newest that it was opened with. */
  readonly protocolVersion?: number;
  /** Sets how long contests take; by default `'regtest'`: 90 minutes. A store belongs to one network. */
  readonly network?: Network;
  /** The time of the first block, in milliseconds; by default the host clock. A store resumes at its last block. */
  readonly time?: number;
  /** Resumes at the time of the last block even where the clock is ahead; false by default. */
  readonly fromLastBlock?: boolean;
  /** The clock; one that runs when absent. */
  readonly clock?: Clock;
  /** The height of layer 1 that blocks know; always 1 when absent. It does not go back. */
  readonly coreHeight?: () => number;
  /** What layer 1 says of asset locks, which create and top up identities; without it, such state transitions are rejected. */
  readonly assetLocks?: AssetLockSource;
  /**
   * How often a block is made of the transitions that arrived since the one before, in the order of their arrival, in milliseconds: 0 to
   * 3,600,000. 0, the default, makes a block of each transition at once.
   */
  readonly blockTime?: () => number;
  /** What pays withdrawals out on layer 1; without it, they stay queued. */
  readonly withdrawals?: WithdrawalTarget;
  /** Whether defects of the network up to protocol 13 are corrected, as far as they are about execution; false by default. */
  readonly strict?: boolean;
  /** Sets single defects of the network, whatever `strict` says of the others. */
  readonly quirks?: Quirks;
  /** Whether proofs can be made; true by default. The first one builds the trees of the state; from then on, blocks change them. */
  readonly proofs?: boolean;
  /**
   * How long no block is made before the trees are brought up to date in the background, in milliseconds, once a proof has built them; when
   * absent, that happens only before a proof and when the trees are many blocks behind.
   */
  readonly idleTreeDelay?: number;
  /** Returns the key that signs states now, or nothing while there is none; states are not signed when absent. */
  readonly signer?: () => StateSigner | undefined;
  /** Whether a key that is kept in the store signs states where `signer` is absent; processes that share a store share it. False by default. */
  readonly signsWithStore?: boolean;
  /** Receives the number of entries of the store that the trees have, while they are built for the first proof. */
  readonly onTreeProgress?: (entries: number) => void;
  /** Judges contracts, such as in another thread; by default on the event loop. */
  readonly checkContract?: CheckContract;
}

/**
 * Creates a platform, or continues that of a store.
 *
 * @throws {RangeError} when `protocolVersion` is below 9 or unknown.
 * @throws {StoreUnavailableError} when the store does not answer, or contains something else than a platform.
 * @throws {InputError} when an option has another name or is none of its kind, and when the store is that of another network, of a newer protocol or of another order of keys.
 * @example
 * const platform = await createPlatform();
 * const { id } = await platform.createIdentity();
 * await platform.close();
 */
export async function createPlatform(options: PlatformOptions = {}): Promise<Platform> {
  checkOptions(options);
  const {
    protocolVersion = NEWEST_RELEASED_PROTOCOL,
    network = 'regtest',
    strict = false,
    coreHeight = () => 1,
    blockTime = () => 0,
    proofs = true,
    onTreeProgress,
  } = options;
  const version = protocolOf(protocolVersion).version;
  const own = options.store === undefined ? await temporaryStore() : { store: options.store };
  const store = new SnapshotStore(own.store);
  const abandon = async (error: unknown): Promise<never> => {
    await own.store.close();
    if (own.folder !== undefined) await rm(own.folder, { recursive: true, force: true });
    throw error;
  };
  const asked = quirksOf(version, strict, options.quirks ?? {});
  const quirks = await storeQuirks(store, asked, options).catch(abandon);
  const rules: PlatformRules = {
    network,
    protocolVersion: version,
    contestRules: contestRulesWith(contestRules(network, protocolVersion), quirks),
    keyOrder: { unsignedByValue: quirks.flipsUnsignedKeys !== true },
    quirks,
    checkContract: options.checkContract ?? (async (check) => checkContract(check)),
  };
  const clock = options.clock ?? createClock(options.time === undefined ? {} : { time: options.time });
  const contracts = createContractBook(rules);
  const trees = new TreeApplier(store);
  const background = new BackgroundTrees(trees, options.idleTreeDelay);
  const record = proofs ? notingBlocks(recordChanges(contracts), background) : discardTrees;
  if (proofs) setBlake3(await wasmBlake3());
  let time: SharedTime;
  let storeSigner: StoreSigner | undefined;
  try {
    const state = await open(store, { contracts, rules, now: clock.now(), record });
    time = startSharedTime(clock, state, options.fromLastBlock === true);
    if (options.signsWithStore === true) storeSigner = await openStoreSigner(own.store, network);
  } catch (error) {
    return abandon(error);
  }
  const signer = options.signer ?? (storeSigner && (() => storeSigner));
  const signatures = signer && new StateSignatures(signer, hostTime);
  let isClosing = false;
  const chain = createChain({
    store,
    clock,
    time,
    rules,
    contracts,
    coreHeight,
    record,
    award: (block) => awardDocument(contracts, rules, block),
    blockTime: () => (isClosing ? 0 : readBlockTime(blockTime())),
  });
  const { idle, settleSoon, ...withdrawals } = withdrawalApi(chain, options.withdrawals);
  const ofState = stateApi({ chain, store, clock, time, record });
  const complete = async (): Promise<void> => completeTrees(store, contracts, onTreeProgress);
  const readProvenState: Platform['readProvenState'] = async (work) => {
    if (typeof work !== 'function')
      throw new InputError('work', { expected: 'a function of a proven state', found: work });
    if (signatures === undefined || !proofs) throw new ProofsUnavailableError();
    return readProven(trees, complete, chain.read, async (view, found) => {
      const state = await committedState({ view, contracts, rules });
      const signed = signatures.of(found.rootHash, state.metadata);
      return work({ ...state, ...signed, proofs: found });
    });
  };
  return {
    ...requireObjects({
      ...identityApi(chain),
      ...addressApi(chain),
      ...withdrawals,
      ...masternodeApi(chain),
      ...contractApi(chain),
      ...documentApi(chain),
      ...queryApi(chain),
      ...tokenApi(chain),
      ...groupApi(chain),
      ...contestApi(chain),
      ...ofState,
      ...proofApi(readProvenState),
      // oxlint-disable-next-line typescript/require-await -- as all methods of a platform
      stateQuorum: async () =>
        options.signer === undefined && storeSigner !== undefined ? quorumOf(storeSigner) : undefined,
      ...transitionApi(chain, options.assetLocks, settleSoon),
    }),
    readState: async (work) => {
      if (typeof work !== 'function')
        throw new InputError('work', { expected: 'a function of a committed state', found: work });
      return chain.read(async (view) => {
        const state = await committedState({ view, contracts, rules });
        return work({ ...state, metadata: { ...state.metadata, time: hostTime() } });
      });
    },
    readProvenState,
    importState: async (file) => ofState.importState(file),
    close: async () => {
      isClosing = true;
      await chain.flush();
      await idle();
      await background.close();
      await store.close();
      if (own.folder !== undefined) await rm(own.folder, { recursive: true, force: true });
    },
  };
}

/** Returns the time of the host, in ms: official clients reject responses that are half an hour older, whatever the clock of the platform says. */
const hostTime = (): number => Date.now();

const OPTIONS = [
  'store',
  'protocolVersion',
  'network',
  'time',
  'clock',
  'coreHeight',
  'blockTime',
  'assetLocks',
  'withdrawals',
  'strict',
  'quirks',
  'fromLastBlock',
  'checkContract',
  'proofs',
  'idleTreeDelay',
  'onTreeProgress',
  'signer',
  'signsWithStore',
] as const satisfies readonly (keyof PlatformOptions)[];

const MAX_BLOCK_TIME_MS = 3_600_000;

function readBlockTime(milliseconds: number): number {
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= MAX_BLOCK_TIME_MS)
    return milliseconds;
  throw new InputError('blockTime', {
    expected: `a function of whole milliseconds from 0 to ${MAX_BLOCK_TIME_MS}`,
    found: milliseconds,
  });
}

const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'devnet', 'regtest'];

const isOf = (input: unknown, method: string): boolean =>
  typeof input === 'object' && input !== null && typeof Reflect.get(input, method) === 'function';

/** Rejects options of callers without types. */
function checkOptions(options: PlatformOptions): void {
  const { store, network, clock, coreHeight, blockTime, assetLocks, strict, quirks, checkContract } =
    readOptions(options, OPTIONS);
  if (store !== undefined && !isOf(store, 'write'))
    throw new InputError('store', { expected: 'a store, as openLmdbStore opens it', found: store });
  if (clock !== undefined && !isOf(clock, 'now'))
    throw new InputError('clock', { expected: 'a clock, as createClock makes it', found: clock });
  if (blockTime !== undefined && typeof blockTime !== 'function')
    throw new InputError('blockTime', { expected: 'a function that returns milliseconds', found: blockTime });
  if (coreHeight !== undefined && typeof coreHeight !== 'function')
    throw new InputError('coreHeight', { expected: 'a function that gives a height', found: coreHeight });
  if (assetLocks !== undefined && !isOf(assetLocks, 'readTransaction'))
    throw new InputError('assetLocks', { expected: 'a source of asset locks', found: assetLocks });
  if (checkContract !== undefined && typeof checkContract !== 'function')
    throw new InputError('checkContract', {
      expected: 'a function that judges contracts',
      found: checkContract,
    });
  if (network !== undefined && !NETWORKS.includes(network))
    throw new InputError('network', { expected: `one of ${NETWORKS.join(', ')}`, found: network });
  if (strict !== undefined && typeof strict !== 'boolean')
    throw new InputError('strict', { expected: 'true or false', found: strict });
  if (quirks !== undefined) readOptions(quirks, QUIRKS, 'quirks');
}

const notingBlocks =
  (record: RecordChanges, background: BackgroundTrees): RecordChanges =>
  async (view, work) => {
    const result = await record(view, work);
    background.noteBlock();
    return result;
  };

async function temporaryStore(): Promise<{ store: Store; folder?: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'dapikit-platform-'));
  return { store: openLmdbStore({ path: join(folder, 'state') }), folder };
}

/** Behind what a store counts its writes and a snapshot store its snapshots with. */
const ALL_KEYS = { from: Uint8Array.of(2), to: Uint8Array.of(0xff) };

/** Returns the quirks of a platform with the order of the keys that its store has, unless another one is demanded. */
async function storeQuirks(
  store: Store,
  quirks: Quirks,
  { strict, quirks: chosen }: PlatformOptions,
): Promise<Quirks> {
  if (strict === true || chosen?.flipsUnsignedKeys !== undefined) return quirks;
  const state = await store.read(findChainState);
  return state === undefined ? quirks : { ...quirks, flipsUnsignedKeys: state.flipsUnsignedKeys };
}

/** Creates the state of a store, or brings it up to date, and returns it. */
async function open(
  store: Store,
  {
    contracts,
    rules,
    now,
    record,
  }: {
    readonly contracts: ContractBook;
    readonly rules: PlatformRules;
    readonly now: number;
    readonly record: RecordChanges;
  },
): Promise<ChainState> {
  const { network, protocolVersion, quirks } = rules;
  const flipsUnsignedKeys = quirks.flipsUnsignedKeys ?? false;
  return store.write(async (view) => {
    const state = await findChainState(view);
    if (state === undefined && (await view.scan({ ...ALL_KEYS, limit: 1 })).length > 0)
      throw new StoreUnavailableError('the store', 'damaged', {
        detail: 'entries, and no state of a platform',
      });
    if (state !== undefined && state.network !== network)
      wrong(`it belongs to ${state.network}, not to ${network}`, network, state.network);
    if (state !== undefined && state.flipsUnsignedKeys !== flipsUnsignedKeys)
      wrong(
        state.flipsUnsignedKeys
          ? 'its unsigned integers sort as on the network, which a strict platform corrects'
          : 'its unsigned integers sort by their values, as on a strict platform',
        `flipsUnsignedKeys: ${flipsUnsignedKeys}`,
        `flipsUnsignedKeys: ${state.flipsUnsignedKeys}`,
      );
    if (state !== undefined && state.protocolVersion > protocolVersion)
      wrong(
        `it is at protocol ${state.protocolVersion}, after protocol ${protocolVersion}`,
        `protocol ${protocolVersion} or older`,
        `protocol ${state.protocolVersion}`,
      );
    const begun = { network, flipsUnsignedKeys, genesisTime: now, idsMade: 0, protocolVersion: 0 };
    return record(view, async (recorded) =>
      upgradeState(recorded, state ?? begun, { contracts, protocolVersion }),
    );
  });
}

function wrong(problem: string, expected: string, found: string): never {
  throw new InputError('the store', { problem, expected, found, fix: 'open it with its own settings' });
}
