import { Trace } from '../execution/trace/trace.js';
import { AliasBook } from './aliases.js';
import type { PlatformOptions } from './platform-options.js';
import { RecentTransitions, unrecordedApi, type RecentApi } from './recent-api.js';
import type { StateApi } from './state-api.js';
import type { Block } from '../state/chain/block.js';
import { BlockFeed } from './block-feed.js';
import type { TransitionEvent, TransitionListener } from './transition-event.js';
import { followedCalls, observingCalls, type ObservableCalls } from './unsigned-calls.js';

/** Describes whom a platform notifies of its transitions, and those that it keeps. */
export interface Recording {
  /** Names the contracts and signers of the transitions. */
  readonly aliases: AliasBook;
  /** Gets the transitions; absent where nobody does, so that nothing is composed. */
  readonly onTransition: TransitionListener | undefined;
  /** Returns what records the steps of a signed transition; nothing where none are kept. */
  readonly startTrace: () => Trace | undefined;
  readonly api: RecentApi;
  /** Returns the same methods; a change to another state changes what is kept. */
  readonly following: <Methods extends StateApi>(methods: Methods) => Methods;
  /** Feed of the blocks; absent where nobody asks for them. */
  readonly feed: () => BlockFeed | undefined;
  /** Begins the feed behind a block, where the options ask for one and it has not begun. */
  readonly beginFeed: (last: Block | undefined) => BlockFeed | undefined;
  /** Returns the same methods; unsigned calls notify of how they ended. */
  readonly observing: <Methods extends ObservableCalls>(methods: Methods) => Methods;
}

const FEED_BYTES = 16 * 1024 * 1024;

/** Starts what the options ask for. A transition does not fail by what a listener throws. */
export function startRecording({
  recordsTransitions,
  onTransition: given,
  feedBlocks = 0,
  seedAliases,
}: Pick<PlatformOptions, 'recordsTransitions' | 'onTransition' | 'feedBlocks' | 'seedAliases'>): Recording {
  const aliases = new AliasBook();
  const isOn = typeof recordsTransitions === 'function' ? recordsTransitions : () => true;
  const isRecorded = recordsTransitions !== undefined && recordsTransitions !== false;
  const recent = isRecorded ? new RecentTransitions(Date.now) : undefined;
  let feed: BlockFeed | undefined;
  const onTransition: TransitionListener = (unnamed) => {
    try {
      const event = aliases.named(unnamed);
      if (seedAliases !== false) aliases.learnName(event);
      if (isOn()) recent?.note(event);
      notifyOfRejection(feed, event);
      given?.(event);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
  const isHeard = recent !== undefined || given !== undefined || feedBlocks > 0;
  return {
    aliases,
    onTransition: isHeard ? onTransition : undefined,
    startTrace: () => (recent !== undefined && isOn() ? new Trace() : undefined),
    api: recent?.api() ?? unrecordedApi(),
    feed: () => feed,
    beginFeed: (last) => {
      if (feedBlocks > 0) feed ??= new BlockFeed({ blocks: feedBlocks, bytes: FEED_BYTES }, last);
      return feed;
    },
    following: (methods) => followingState(recent?.following(methods) ?? methods, () => feed),
    observing: (methods) => {
      const followed = feedBlocks > 0 ? followedCalls(methods) : methods;
      return isHeard ? observingCalls(followed, onTransition) : followed;
    },
  };
}

/** Notifies of a transition that no block has. */
function notifyOfRejection(
  feed: BlockFeed | undefined,
  { summary, id, rejection, named }: TransitionEvent,
): void {
  if (feed === undefined || rejection === undefined || rejection.isPaid) return;
  feed.reject({
    ...summary,
    ...(id !== undefined && { id }),
    rejection,
    named: named(),
  });
}

/** Returns the same methods; those that replace the state notify the feed. */
const followingState = <Methods extends Pick<StateApi, 'revert' | 'importState'>>(
  methods: Methods,
  feed: () => BlockFeed | undefined,
): Methods => ({
  ...methods,
  revert: async (input) => {
    const status = await methods.revert(input);
    if (status.block !== undefined) feed()?.replace('revert', status.block);
    return status;
  },
  importState: async (file) => {
    const status = await methods.importState(file);
    if (status.block !== undefined) feed()?.replace('import', status.block);
    return status;
  },
});
