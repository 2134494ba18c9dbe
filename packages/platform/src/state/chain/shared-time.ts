import type { WritableView } from '../../store/store.js';
import { putChainState, type ChainState } from './chain-state.js';
import type { Clock } from './clock.js';

/** Synchronises the clock of a platform with its store, which other processes may write to as well. */
export interface SharedTime {
  /** Returns the time of the block after a state, at least that of its last block. Stores the offset of the clock if it changed. */
  readonly next: (view: WritableView, state: ChainState) => number;
  /** Lets the clock catch up with a state that was read. */
  readonly catchUp: (state: ChainState) => void;
  /** Stores the offset of the clock, whatever the state says. */
  readonly publish: (view: WritableView, state: ChainState) => void;
}

/**
 * Starts a clock at the state of a store that is opened.
 *
 * A clock of the host takes over the offset that earlier calls left in the store. While the host is behind the last block, as after its clock was
 * wrong, the time is frozen. Any other clock continues from the last block if it is behind.
 * @param fromLastBlock whether the time is that of the last block even where the clock is ahead
 */
export function startSharedTime(clock: Clock, opened: ChainState, fromLastBlock: boolean): SharedTime {
  const { host } = clock;
  /** The offset in the store as this process knows it. */
  let stored = opened.timeOffset;
  const reach = (time: number): void => {
    if (host !== undefined) host.reach(time);
    else if (clock.now() < time) clock.set(time);
  };
  const catchUp = ({ timeOffset, last, genesisTime }: ChainState): void => {
    if (host !== undefined && timeOffset !== undefined && timeOffset !== stored) {
      // Another process moved the time. What this one moved on meanwhile is not lost.
      host.follow(Math.max(timeOffset, host.get()));
      stored = timeOffset;
    }
    reach(last?.time ?? genesisTime);
  };
  const publish = (view: WritableView, state: ChainState): void => {
    if (host === undefined) return;
    stored = host.get();
    putChainState(view, { ...state, timeOffset: stored });
  };
  const lastTime = opened.last?.time ?? opened.genesisTime;
  if (fromLastBlock || (stored === undefined && clock.now() < lastTime)) clock.set(lastTime);
  else {
    if (host?.get() === 0 && stored !== undefined) host.follow(stored);
    reach(lastTime);
  }
  return {
    next: (view, state) => {
      catchUp(state);
      if (host !== undefined && state.timeOffset !== host.get()) publish(view, state);
      return clock.now();
    },
    catchUp,
    publish,
  };
}
