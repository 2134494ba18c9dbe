import type { DevChain } from '@dapikit/chain';
import type { PlatformSource } from '@dapikit/gateway';
import type { Platform, TransitionListener } from '@dapikit/platform';
import { openStore } from '@dapikit/platform/open-store';
import { base58 } from '@scure/base';
import { loadPlatform } from './load-platform.js';
import { masternodeReporter } from './masternode-reporter.js';
import { ownEndpoint } from './platform-client.js';
import type { Seed, SeedContract } from './seed-files.js';
import { within } from './within.js';
import { withRoot, type LocalStatus } from './local-platform-status.js';
import { buildTrees, type TreeProgress } from './tree-progress.js';

/** Lists the options of the platform of `dapikit dev`, with its store: in a file, in PostgreSQL, or in memory. */
export interface PlatformPlace {
  readonly platformStore?: string | undefined;
  /** 9 to the newest. */
  readonly platformProtocol: number;
  /** True if defects of the network are corrected. */
  readonly strict: boolean;
  /** True if BLS signatures only have to be readable. */
  readonly acceptWrongBls: boolean;
  /** Mode of proofs: the platform proves its state with `on`. */
  readonly proofs: 'on' | 'off';
  /** The interval of blocks in ms; 0 for a block of each transition at once. */
  readonly platformBlockTime: number;
  /** Blocks that subscribers can resume from; 0 for no subscriptions. */
  readonly platformFeedBlocks: number;
  /** True if the platform has what the official tutorials read. */
  readonly tutorial?: boolean;
  /** Contracts and documents with which it starts. */
  readonly seed?: Seed | undefined;
}

/** Longest wait for the status of an open platform, since callers report on more than the platform. */
const MAX_PROBE_MS = 3_000;
/** The first probe opens the platform: on a busy machine that takes seconds. */
const MAX_OPENING_MS = 10_000;

/** Describes a platform attached to a development chain. */
export interface DevPlatform extends PlatformSource {
  /** Returns its state, and creates it first if needed. Rejects as `platform` does, and when that takes long. */
  readonly status: () => Promise<LocalStatus>;
  /** Creates it with the trees of its state, in turns of the event loop. Returns false where it is closed meanwhile; rejects as `platform` does. */
  readonly open: () => Promise<boolean>;
  /** Ends opening at the next transition, then closes it. */
  close(): Promise<void>;
}

/** When the trees of the platform follow its blocks: a wallet that sends one transition after the other waits for no tree but its own. */
const IDLE_TREE_DELAY_MS = 50;

/**
 * Returns a platform whose blocks know the height of a development chain, whose time runs and goes on with that of the chain,
 * whose masternodes are those of its list, and whose first identities are those of the chain's wallets. It is made, and its package
 * loaded, when it is first asked for, or opened before that.
 */
export function devPlatform(
  chain: DevChain,
  place: PlatformPlace,
  { progress, onTransition }: PlatformListeners,
): DevPlatform {
  let opening: Promise<Platform> | undefined;
  let started: Platform | undefined;
  let masternodes: (() => Promise<void>) | undefined;
  let reporting: Promise<void> = Promise.resolve();
  let stopSettling: (() => void) | undefined;
  const closing = new AbortController();
  const open = async (): Promise<Platform> => {
    // What the platform starts with waits for no blocks.
    const blockTime = (): number => (started === undefined ? 0 : place.platformBlockTime);
    // Nobody sent what the platform starts with.
    const isOpen = (): boolean => started !== undefined;
    const listener: TransitionListener = (event) => {
      if (isOpen()) onTransition?.(event);
    };
    const opener = { blockTime, isOpen, progress, onTransition: listener };
    const platform = await openChainPlatform(chain, place, opener, closing.signal);
    masternodes = masternodeReporter(platform, chain);
    stopSettling = settleAtBlocks(platform, chain);
    started = platform;
    return platform;
  };
  const platform = async (): Promise<Platform> => {
    opening ??= open();
    try {
      const platform = await opening;
      reporting = reporting.catch(() => undefined).then(async () => masternodes?.());
      await reporting;
      return platform;
    } catch (error) {
      if (started === undefined) opening = undefined;
      throw error;
    }
  };
  return {
    platform,
    status: async () => {
      const reading = platform().then(async (open) => ({ open, status: await open.status() }));
      const { open, status } = await within(started === undefined ? MAX_OPENING_MS : MAX_PROBE_MS, reading);
      return withRoot(open, status);
    },
    open: async () => isDone(async () => buildTrees(await platform(), progress), closing.signal),
    close: async () => {
      closing.abort();
      const platform = await opening?.catch(() => undefined);
      stopSettling?.();
      await platform?.close();
    },
  };
}

/** Lists who is notified of a platform. */
export interface PlatformListeners {
  readonly progress: TreeProgress;
  /** Receives the transitions that are executed or rejected once the platform is open. */
  readonly onTransition?: TransitionListener;
}

/** Callbacks between a platform and its opener. */
interface Opener extends PlatformListeners {
  /** Returns the interval of blocks in ms. */
  readonly blockTime: () => number;
  /** Returns whether the platform has what it starts with. */
  readonly isOpen: () => boolean;
}

/** Returns whether work is done before a signal is aborted. @throws the error of the work before that */
async function isDone(work: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  try {
    await work();
    return !signal.aborted;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Opens a platform with what it starts with. @throws the reason of the signal where that is aborted; the store is closed then */
async function openChainPlatform(
  chain: DevChain,
  place: PlatformPlace,
  opener: Opener,
  signal: AbortSignal,
): Promise<Platform> {
  await loadPlatform();
  signal.throwIfAborted();
  const platform = await createChainPlatform(chain, place, opener);
  try {
    await prepare(platform, chain, place, signal);
    return platform;
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** Stores what a platform starts with: what the wallets of its chain have, and what tutorials read. @throws the reason of the signal where that is aborted */
async function prepare(
  platform: Platform,
  { wallets }: DevChain,
  place: PlatformPlace,
  signal: AbortSignal,
): Promise<void> {
  const { tutorial = false, seed } = place;
  const { fundWallets } = await import('./fund-wallets.js');
  await fundWallets(platform, wallets, signal);
  await nameIdentities(platform, wallets);
  const [owner] = wallets[0]?.identities ?? [];
  if (tutorial && owner !== undefined) {
    const { prepareTutorial } = await import('./prepare-tutorial.js');
    await prepareTutorial(platform, base58.encode(owner.id));
  }
  if (seed !== undefined) await seedOnce(platform, seed, place);
}

/** Gives the identities of wallets their aliases: the first one of the first mnemonic is `identity-0-of-mnemonic-1`. */
async function nameIdentities(platform: Platform, wallets: DevChain['wallets']): Promise<void> {
  for (const [at, { identities }] of wallets.entries())
    for (const [index, identity] of identities.entries()) {
      const identityId = base58.encode(identity.id);
      if ((await platform.getIdentity({ id: identityId })) !== undefined)
        await platform.setAlias({ alias: `identity-${index}-of-mnemonic-${at + 1}`, identityId });
    }
}

/**
 * Registers the contracts of a seed with their documents; a contract that a store has is only named again. A store is unchanged
 * where the platform rejects one.
 */
async function seedOnce(
  platform: Platform,
  seed: Seed,
  { platformStore, platformProtocol }: PlatformPlace,
): Promise<void> {
  const [gateway, { checkTypes, documentsOf, seedPlatform }, { isRegisteredAs }] = await Promise.all([
    import('@dapikit/gateway'),
    import('./seed-platform.js'),
    import('./contract-update.js'),
  ]);
  const owner = await platform.getIdentity({ seed: SEED_OWNER });
  const registered = (await platform.listContracts())
    .filter(({ ownerId }) => ownerId === owner?.id)
    .toSorted((a, b) => Number(a.createdAt.height - b.createdAt.height));
  const missing: SeedContract[] = [];
  for (const file of seed.contracts) {
    const at = registered.findIndex(({ contract }) => isRegisteredAs(file.text, contract, platformProtocol));
    const [found] = at === -1 ? [] : registered.splice(at, 1);
    if (found === undefined) missing.push(file);
    else await platform.setAlias({ alias: file.alias, contractId: found.contractId });
  }
  if (missing.length === 0) return;
  checkTypes(seed.contracts, seed.documents);
  const rest = { contracts: missing, documents: documentsOf(missing, seed.documents) };
  // What is in memory ends with the start.
  const before = platformStore === undefined ? undefined : await platform.snapshot();
  try {
    await seedPlatform(ownEndpoint(platform, gateway), rest, SEED_OWNER);
  } catch (error) {
    if (before !== undefined) await platform.revert(before);
    throw error;
  }
  // Its writes would cost more for as long as the snapshot is there.
  if (before !== undefined) await platform.dropSnapshot(before);
}

/** Names the identity that registers the contracts of a seed, as which `dapikit platform` acts too. */
const SEED_OWNER = 'me';

/** Creates a platform on its store, which layer 1 of a development chain serves. */
async function createChainPlatform(
  chain: DevChain,
  place: PlatformPlace,
  { blockTime, isOpen, progress, onTransition }: Opener,
): Promise<Platform> {
  const { createClock, createPlatform } = await import('@dapikit/platform');
  const { checkContractInThread, layer1AssetLocks, layer1Withdrawals } = await import('@dapikit/gateway');
  const store = place.platformStore === undefined ? undefined : await openStore(place.platformStore);
  return createPlatform({
    ...(store === undefined ? {} : { store }),
    protocolVersion: place.platformProtocol,
    strict: place.strict,
    quirks: { acceptsWrongBls: place.acceptWrongBls },
    clock: createClock({ source: chainTime(chain, isOpen) }),
    coreHeight: () => chain.tip().height,
    blockTime,
    assetLocks: layer1AssetLocks(chain),
    withdrawals: layer1Withdrawals(chain),
    checkContract: checkContractInThread,
    signer: () => chain.quorums.platformSigner(),
    proofs: place.proofs === 'on',
    idleTreeDelay: IDLE_TREE_DELAY_MS,
    onTreeProgress: (entries) => progress.note(entries),
    recordsTransitions: isOpen,
    feedBlocks: place.platformFeedBlocks,
    ...(onTransition !== undefined && { onTransition }),
  });
}

/** Settles withdrawals at each block and ChainLock of a chain, until the returned function is called. What fails is tried again at the next one. */
function settleAtBlocks(platform: Platform, chain: DevChain): () => void {
  const settle = (): void => {
    platform.settleWithdrawals().catch(() => undefined);
  };
  const [stopBlocks, stopLocks] = [chain.watchBlocks(settle), chain.watchChainLocks(settle)];
  return () => {
    stopBlocks();
    stopLocks();
  };
}

/**
 * Returns the latest time that the clock of a chain has shown, and the time that has passed on this machine since the platform is open:
 * its start takes no time, so that it is the same each time. A reorg does not stop it.
 */
function chainTime(chain: DevChain, isOpen: () => boolean): () => number {
  let begun: number | undefined;
  let latest = 0;
  return () => {
    latest = Math.max(latest, chain.clock.now * 1000);
    if (isOpen()) begun ??= Date.now();
    return latest + (begun === undefined ? 0 : Date.now() - begun);
  };
}
