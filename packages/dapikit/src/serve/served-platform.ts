import type { Layer1 } from '@dapikit/chain';
import type { Observer, PlatformSource } from '@dapikit/gateway';
import type { Clock, Platform, Store, TransitionListener } from '@dapikit/platform';
import { openStore } from '@dapikit/platform/open-store';
import type { Logger } from 'pino';
import { withRoot, type LocalStatus } from '../platform/local-platform-status.js';
import { buildTrees, TreeProgress } from '../platform/tree-progress.js';
import { openFailure } from '../platform/open-failure.js';
import { sharedTransitionLog } from '../platform/transition-log.js';
import { within } from '../platform/within.js';
import type { ServeValues } from '../settings/settings-table.js';

/** Describes the platform that all clients of a gateway share. */
export interface ServedPlatform extends PlatformSource {
  readonly isUp: () => Promise<boolean>;
  /** Returns its state, or nothing while its store does not respond. Never fails; the store is probed at most once a second. */
  readonly status: () => Promise<LocalStatus | undefined>;
  /** Returns the last height that layer 1 reported. */
  readonly coreHeight: () => number;
  /** Waits for pending work, then releases the store. Returns whether that completed, and never fails. */
  close(): Promise<boolean>;
}

/** Identifies the platform. */
type Place = Pick<
  ServeValues,
  | 'platformProtocol'
  | 'platformNetwork'
  | 'platformBlockTime'
  | 'platformFeedBlocks'
  | 'strict'
  | 'acceptWrongBls'
  | 'proofs'
  | 'recordTransitions'
> & {
  readonly platformStore: string;
};

/** Describes what a platform is opened with. */
interface PlatformSurroundings {
  readonly layer1: Pick<Layer1, 'tip'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'committed'>;
}

/**
 * Opens the platform of a gateway. Its time is that of this machine, and its blocks know the last height that `layer1` reported.
 * @throws {CommandError} when it cannot be opened: the store does not answer, or is that of another platform
 */
export async function openServedPlatform(
  place: Place,
  { layer1, log, observer }: PlatformSurroundings,
): Promise<ServedPlatform> {
  let coreHeight = 1;
  const probeTip = async (): Promise<void> => {
    try {
      ({ height: coreHeight } = await layer1.tip());
    } catch {
      // Blocks know the height that was reported before.
    }
  };
  const progress = new TreeProgress(({ entries, isComplete }) =>
    log.info({ entries }, isComplete ? 'trees of the platform built' : 'trees of the platform incomplete'),
  );
  const platform = await opened(async () => {
    void probeTip();
    const store = await openStore(place.platformStore, {
      // What others rely on outlives a power cut.
      durability: 'disk',
      onCommit: (seconds) => observer.committed(seconds),
    });
    return createShared(place, {
      store,
      coreHeight: () => coreHeight,
      progress,
      onTransition: sharedTransitionLog(log),
    });
  });
  await buildTrees(platform, progress);
  const quorum = await platform.stateQuorum();
  const plain = askedNowAndThen(platform, log);
  const status = async (): Promise<LocalStatus | undefined> => {
    const found = await plain();
    return found && withRoot(platform, found);
  };
  return {
    platform: () => {
      void probeTip();
      return Promise.resolve(platform);
    },
    status,
    coreHeight: () => {
      void probeTip();
      return coreHeight;
    },
    stateQuorum: () => quorum,
    isUp: async () => (await plain()) !== undefined,
    close: async () => {
      try {
        await within(MAX_CLOSE_MS, platform.close());
        return true;
      } catch (error) {
        log.error({ err: error }, 'platform store not closed in time');
        return false;
      }
    },
  };
}

interface SharedParts {
  readonly store: Store;
  readonly coreHeight: () => number;
  readonly progress: TreeProgress;
  readonly onTransition: TransitionListener;
}

async function createShared(
  { platformProtocol, platformNetwork, platformBlockTime, ...place }: Place,
  { store, coreHeight, progress, onTransition }: SharedParts,
): Promise<Platform> {
  const { createClock, createPlatform } = await import('@dapikit/platform');
  const { checkContractInThread } = await import('@dapikit/gateway');
  return createPlatform({
    store,
    protocolVersion: platformProtocol,
    network: platformNetwork,
    strict: place.strict,
    quirks: { acceptsWrongBls: place.acceptWrongBls },
    clock: sharedClock(createClock()),
    coreHeight,
    blockTime: () => platformBlockTime,
    checkContract: checkContractInThread,
    signsWithStore: true,
    proofs: place.proofs === 'on',
    onTreeProgress: (entries) => progress.note(entries),
    recordsTransitions: place.recordTransitions,
    feedBlocks: place.platformFeedBlocks,
    seedAliases: false,
    onTransition,
  });
}

async function opened(open: () => Promise<Platform>): Promise<Platform> {
  try {
    return await open();
  } catch (error) {
    throw openFailure(error);
  }
}

/**
 * A clock that other processes live by as well: it runs, and never goes back, for theirs would not. A snapshot brings the state
 * back, not the time.
 */
function sharedClock(clock: Clock): Clock {
  return {
    ...clock,
    set: (time) => clock.set(Math.max(time, clock.now())),
    freeze: () => undefined,
  };
}

/** An unresponsive store delays no shutdown: its pending write may be committed or not. */
const MAX_CLOSE_MS = 5_000;
/** The time limit of a probe. */
const MAX_PROBE_MS = 2_000;
/** However often somebody asks, the store is not asked more often. */
const CACHE_TTL_MS = 1_000;

/** Probes at most once a second, and not during a probe. A failure is logged once. */
function askedNowAndThen(platform: Platform, log: Logger): () => Promise<LocalStatus | undefined> {
  let last: { readonly at: number; readonly answer: Promise<LocalStatus | undefined> } | undefined;
  let isAsking = false;
  let isAway = false;
  const asked = async (): Promise<LocalStatus> => {
    isAsking = true;
    try {
      return await platform.status();
    } finally {
      isAsking = false;
    }
  };
  const probe = async (): Promise<LocalStatus | undefined> => {
    try {
      const status = await within(MAX_PROBE_MS, asked());
      if (isAway) log.info('platform store available');
      isAway = false;
      return status;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'platform store unavailable');
      isAway = true;
      return undefined;
    }
  };
  return () => {
    if (last === undefined || (!isAsking && performance.now() - last.at >= CACHE_TTL_MS))
      last = { at: performance.now(), answer: probe() };
    return last.answer;
  };
}
