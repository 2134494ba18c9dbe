import { setBlake3 } from '@dapikit/proof';
import { wasmBlake3 } from '@dapikit/proof/wasm';
import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { loadBls } from '@dapikit/protocol/wasm';
import { createClock, type Clock } from '../state/chain/clock.js';
import { protocolOf } from '../state/chain/protocol.js';
import { startSharedTime } from '../state/chain/shared-time.js';
import { contestRules } from '../state/contest/contest-rules.js';
import { checkContract } from '../state/contract/check-contract.js';
import { createContractBook, type ContractBook } from '../state/contract/contract-book.js';
import { takeExecuted } from '../execution/transition/current-call.js';
import { documentChanges } from '../execution/transition/document-changes.js';
import type { BlockFollower } from '../execution/transition/make-block.js';
import type { BlockFeed, PlatformFeed } from './block-feed.js';
import { fedBlock } from './fed-block.js';
import { NoFeedError } from './no-feed-error.js';
import { expireDocuments } from '../execution/document-transition/expire-documents.js';
import { awardDocument } from '../execution/document-transition/award-document.js';
import { requireObjects } from '../state/input/require-objects.js';
import { BackgroundTrees } from '../trees/state-tree/background-trees.js';
import { completeTrees } from '../trees/state-tree/rebuild-trees.js';
import { discardTrees, recordChanges, type RecordChanges } from '../trees/state-tree/record-changes.js';
import { StateSignatures } from '../trees/state-tree/state-signer.js';
import { RecordedOperations } from '../trees/state-tree/recorded-operations.js';
import { TreeApplier } from '../trees/state-tree/tree-applier.js';
import type { StateQuorum } from '../trees/state-tree/store-signer.js';
import { SnapshotStore } from '../store/snapshot-store.js';
import { LocalChain } from '../execution/transition/local-chain.js';
import type { PlatformRules } from '../state/rules/platform-rules.js';
import type { BlockParts } from '../execution/transition/make-block.js';
import { contestRulesWith, type Quirks } from '../state/rules/quirks.js';
import {
  withActivation,
  type ActivationApi,
  type AwaitedProtocol,
  type RunningPlatform,
} from './activation-api.js';
import { addressApi, type AddressApi } from './address-api.js';
import { aliasApi, namingIdentities, pruningAliases, type AliasApi } from './alias-api.js';
import { committedStateApi, hostTime, type CommittedStateApi } from './committed-state-api.js';
import { contestApi, type ContestApi } from './contest-api.js';
import { contractApi, type ContractApi } from './contract-api.js';
import { documentApi, type DocumentApi } from './document-api.js';
import { groupApi, type GroupApi } from './group-api.js';
import { identityApi, type IdentityApi } from './identity-api.js';
import { masternodeApi, type MasternodeApi } from './masternode-api.js';
import { openState, openPlatformStore, storeQuirks, type OpenedStore } from './platform-store.js';
import { checkOptions, readBlockTime, type ChosenOptions, type PlatformOptions } from './platform-options.js';
import { contractGroupApi, type ContractGroupApi } from './contract-group-api.js';
import { moderationApi, type ModerationApi } from './moderation-api.js';
import { proofApi, type ProofApi } from './proof-api.js';
import { openSigners, quorumSource } from './state-signers.js';
import { queryApi, type QueryApi } from './query-api.js';
import { stateApi, type StateApi } from './state-api.js';
import type { RecentApi } from './recent-api.js';
import { startRecording, type Recording } from './recording.js';
import { tokenApi, type TokenApi } from './token-api.js';
import { transitionApi, type TransitionApi } from './transition-api.js';
import { withdrawalApi, WithdrawalSettling, type WithdrawalApi } from './withdrawal-api.js';

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
    ModerationApi,
    ContractGroupApi,
    ContestApi,
    StateApi,
    ProofApi,
    CommittedStateApi,
    TransitionApi,
    AliasApi,
    RecentApi,
    ActivationApi {
  /** Returns the key of the store that signs states, as a quorum; nothing where another key signs, or none. */
  stateQuorum(): Promise<StateQuorum | undefined>;
  /** Returns the feed of the blocks of this process. Rejects with `NoFeedError` where the option `feedBlocks` asks for none. */
  openFeed(): Promise<PlatformFeed>;
  /** Waits for pending calls, then closes the store. */
  close(): Promise<void>;
}

/**
 * Creates a platform, or continues that of a store.
 *
 * @throws {RangeError} when `protocolVersion` is below 9 or unknown.
 * @throws {StoreUnavailableError} when the store does not answer, contains something else than a platform, or the state of a dapikit with another layout.
 * @throws {InputError} when an option has another name or is none of its kind, and when the store is that of another network, of a newer protocol or of another order of keys.
 * @example
 * const platform = await createPlatform();
 * const { id } = await platform.createIdentity();
 * await platform.close();
 */
export async function createPlatform(options: PlatformOptions = {}): Promise<Platform> {
  checkOptions(options);
  const protocolVersion = protocolOf(options.protocolVersion ?? NEWEST_RELEASED_PROTOCOL).version;
  const opened = await openPlatformStore(options.store);
  try {
    return await openPlatform({ ...options, protocolVersion }, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Describes what stays while a platform goes from one protocol to the next. */
interface PlatformLife {
  readonly store: SnapshotStore;
  readonly opened: OpenedStore;
  readonly clock: Clock;
  readonly recording: ReturnType<typeof startRecording>;
  readonly awaited: AwaitedProtocol;
}

type PlatformMethods = Omit<Platform, 'close' | keyof ActivationApi>;

/** Opens a platform that can be brought to later protocols. */
async function openPlatform(options: ChosenOptions, opened: OpenedStore): Promise<Platform> {
  const life: PlatformLife = {
    store: new SnapshotStore(opened.store),
    opened,
    clock: options.clock ?? createClock(options.time === undefined ? {} : { time: options.time }),
    recording: startRecording(options),
    awaited: { height: undefined },
  };
  const start = async (protocolVersion: number): Promise<RunningPlatform<PlatformMethods>> =>
    startPlatform({ ...options, protocolVersion }, life);
  const { methods, end } = withActivation(await start(options.protocolVersion), start, life.awaited);
  return {
    ...methods,
    close: async () => {
      await end();
      life.recording.feed()?.close();
      await life.store.close().then(opened.remove);
    },
  };
}

async function startPlatform(
  options: ChosenOptions,
  { store, opened, clock, recording, awaited }: PlatformLife,
): Promise<RunningPlatform<PlatformMethods>> {
  const { coreHeight = () => 1, blockTime = () => 0, onTreeProgress } = options;
  const hasTrees = options.proofs !== false && !protocolOf(options.protocolVersion).unpublishedTrees;
  const rules = platformRules(options, await storeQuirks(store, options));
  const contracts = createContractBook(rules);
  const recorded = new RecordedOperations();
  const trees = new TreeApplier(store, recorded);
  const background = new BackgroundTrees(trees, options.idleTreeDelay);
  const record = hasTrees ? notingBlocks(recordChanges(contracts, recorded), background) : discardTrees;
  if (hasTrees) setBlake3(await wasmBlake3());
  void loadBls();
  const state = await openState(store, { contracts, rules, now: clock.now(), record });
  const time = startSharedTime(clock, state, options.fromLastBlock === true);
  const { storeSigner, signer } = await openSigners(options, opened, rules.network);
  let isClosing = false;
  const chain = new LocalChain({
    store,
    clock,
    time,
    rules,
    contracts,
    coreHeight,
    record,
    ...endOfBlocks(contracts, rules),
    nextProtocolHeight: () => awaited.height,
    follower: followerOf(recording.beginFeed(state.last), contracts),
    blockTime: () => (isClosing ? 0 : readBlockTime(blockTime())),
  });
  const settling = new WithdrawalSettling(chain, options.withdrawals);
  const ofState = followedState({ chain, store, clock, time, record }, recording);
  const committed = committedStateApi(chain, {
    signatures: signer && new StateSignatures(signer, hostTime),
    trees: hasTrees ? trees : undefined,
    completeTrees: async () => completeTrees(store, contracts, onTreeProgress),
  });
  const operations = requireObjects({
    ...chainApis(chain, settling, options, recording),
    ...ofState,
    ...proofApi(committed),
    ...recording.api,
    stateQuorum: quorumSource(options, storeSigner),
  });
  return {
    methods: {
      ...recording.observing(operations),
      ...committed,
      openFeed: async () => requireFeed(recording),
      importState: async (file) => ofState.importState(file),
    },
    protocolVersion: rules.protocolVersion,
    hasTrees,
    end: async () => {
      isClosing = true;
      await endWork(chain, settling, background);
    },
  };
}

/** Returns what blocks do beside their transitions. */
const endOfBlocks = (
  contracts: ContractBook,
  rules: PlatformRules,
): Pick<BlockParts, 'award' | 'expire'> => ({
  award: (block) => awardDocument(contracts, rules, block),
  expire: async (view, block) => expireDocuments(view, contracts, block),
});

/** Creates the methods of the state; what is kept of another state goes with it. */
const followedState = (parts: Parameters<typeof stateApi>[0], { following, aliases }: Recording): StateApi =>
  pruningAliases(following(stateApi(parts)), parts.chain, aliases);

/** Returns what notifies a feed of the blocks of a chain. */
const followerOf = (feed: BlockFeed | undefined, contracts: ContractBook): BlockFollower | undefined =>
  feed && {
    read: async (view, mark) => documentChanges(view, mark, contracts),
    notify: (block, documents) => {
      const { fed, bytes } = fedBlock(block, takeExecuted(block), documents);
      feed.add(fed, bytes);
    },
  };

// oxlint-disable-next-line typescript/require-await -- as all methods of a platform
async function requireFeed({ feed }: Recording): Promise<PlatformFeed> {
  const open = feed();
  if (open !== undefined) return open;
  throw new NoFeedError();
}

/** Waits for the changes that wait for a block, for withdrawals and for the trees. */
async function endWork(
  chain: LocalChain,
  settling: WithdrawalSettling,
  background: BackgroundTrees,
): Promise<void> {
  await chain.flush();
  await settling.idle();
  await background.close();
}

/** Creates the methods that ask or change a chain one transition or query at a time. */
const chainApis = (
  chain: LocalChain,
  settling: WithdrawalSettling,
  { assetLocks, seedAliases }: ChosenOptions,
  { onTransition, startTrace, aliases }: Pick<Recording, 'onTransition' | 'startTrace' | 'aliases'>,
) => ({
  ...(seedAliases === false ? identityApi(chain) : namingIdentities(identityApi(chain), aliases)),
  ...aliasApi(chain, aliases),
  ...addressApi(chain),
  ...withdrawalApi(chain, settling),
  ...masternodeApi(chain),
  ...contractApi(chain),
  ...documentApi(chain),
  ...queryApi(chain),
  ...tokenApi(chain),
  ...groupApi(chain),
  ...moderationApi(chain),
  ...contractGroupApi(chain),
  ...contestApi(chain),
  ...transitionApi(
    chain,
    assetLocks,
    {
      settleSoon: () => settling.settleSoon(),
      onTransition,
      startTrace,
    },
    aliases,
  ),
});

const platformRules = (
  { network = 'regtest', protocolVersion, checkContract: check }: ChosenOptions,
  quirks: Quirks,
): PlatformRules => ({
  network,
  protocolVersion,
  contestRules: contestRulesWith(contestRules(network, protocolVersion), quirks),
  keyOrder: { unsignedByValue: quirks.flipsUnsignedKeys !== true },
  quirks,
  checkContract: check ?? (async (contract) => checkContract(contract)),
});

const notingBlocks =
  (record: RecordChanges, background: BackgroundTrees): RecordChanges =>
  async (view, work) => {
    const result = await record(view, work);
    background.noteBlock();
    return result;
  };
