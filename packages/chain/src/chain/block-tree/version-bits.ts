import { REGTEST } from '../../rules/consensus/regtest.js';
import { ancestorAt, type ChainBlock } from './chain-block.js';

/** Names the state of a BIP-9 deployment for a block. */
export type DeploymentState = 'defined' | 'started' | 'locked-in' | 'active';

const TOP_BITS = 0x20000000;
const TOP_MASK = 0xe0000000;

const states = new WeakMap<ChainBlock, DeploymentState>();

/**
 * Returns the state of the test deployment of regtest for the block after `previous`: it starts with the second window of blocks,
 * and type 102 quorums exist once it is active.
 *
 * Source: `AbstractThresholdConditionChecker::GetStateFor` in `src/versionbits.cpp` of dashpay/dash.
 */
export function testDummyState(previous: ChainBlock): DeploymentState {
  const { window } = REGTEST.testDummy;
  const boundary = ancestorAt(previous, previous.height - ((previous.height + 1) % window));
  if (boundary === undefined) return 'defined';
  const known = states.get(boundary);
  if (known !== undefined) return known;
  const before = ancestorAt(boundary, boundary.height - window);
  const state = nextState(before === undefined ? 'defined' : testDummyState(before), boundary);
  states.set(boundary, state);
  return state;
}

/** Returns the version of the block after `previous`: it signals while that has an effect. */
export function blockVersion(previous: ChainBlock): number {
  const state = testDummyState(previous);
  return state === 'started' || state === 'locked-in' ? TOP_BITS | (1 << REGTEST.testDummy.bit) : TOP_BITS;
}

function nextState(state: DeploymentState, lastOfWindow: ChainBlock): DeploymentState {
  switch (state) {
    case 'defined':
      return 'started';
    case 'started':
      return countSignals(lastOfWindow) >= REGTEST.testDummy.threshold ? 'locked-in' : 'started';
    default:
      return 'active';
  }
}

/**
 * Returns whether the version of a block votes for a bit: only a version that begins with the bits 001 votes.
 *
 * Source: `VersionBitsConditionChecker::Condition` in `src/versionbits.cpp` of dashpay/dash.
 */
export const signalsBit = (version: number, bit: number): boolean =>
  (version & TOP_MASK) >>> 0 === TOP_BITS && ((version >>> bit) & 1) === 1;

function countSignals(lastOfWindow: ChainBlock): number {
  const { window, bit } = REGTEST.testDummy;
  let count = 0;
  let at: ChainBlock | undefined = lastOfWindow;
  for (let i = 0; i < window && at !== undefined; i += 1) {
    if (signalsBit(at.version, bit)) count += 1;
    at = at.previous;
  }
  return count;
}
