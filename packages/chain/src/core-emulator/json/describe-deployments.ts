import { ancestorAt, type ChainBlock } from '../../chain/block-tree/chain-block.js';
import { signalsBit, testDummyState, type DeploymentState } from '../../chain/block-tree/version-bits.js';
import { REGTEST } from '../../rules/consensus/regtest.js';

/** Every change of the rules that came at a height, in the order of Dash Core. */
const BURIED: readonly (readonly [name: string, height: number])[] = [
  ['bip34', 1],
  ['bip66', 1],
  ['bip65', 1],
  ['bip147', 0],
  ['csv', 1],
  ['dip0001', 1],
  ['dip0003', REGTEST.specialTransactionsHeight],
  ['dip0008', 1],
  ['dip0020', 1],
  ['dip0024', 1],
  ['realloc', 1],
  ['v19', 1],
  ['v20', REGTEST.specialTransactionsHeight],
  ['mn_rr', REGTEST.specialTransactionsHeight],
  ['withdrawals', REGTEST.withdrawalsHeight],
];

const NO_TIMEOUT = 2n ** 63n - 1n;
const STATUS: Readonly<Record<DeploymentState, string>> = {
  defined: 'defined',
  started: 'started',
  'locked-in': 'locked_in',
  active: 'active',
};

/**
 * Returns the changes of the rules, and which of them apply to the block after `tip`.
 *
 * Source: `SoftForkDescPushBack` in `src/rpc/blockchain.cpp` and `CRegTestParams` in `src/chainparams.cpp` of dashpay/dash.
 */
export function describeDeployments(tip: ChainBlock): object {
  const buried = BURIED.map(([name, height]) => [
    name,
    { type: 'buried', active: tip.height + 1 >= height, height },
  ]);
  return {
    ...Object.fromEntries(buried),
    v24: describeV24(tip),
    testdummy: testDummy(tip),
  };
}

/** Describes V24, which starts with the window of blocks after the signal of masternodes. Votes of miners for it are not counted as active. */
function describeV24(tip: ChainBlock): object {
  const { bit, window, threshold, minThreshold, falloff } = REGTEST.v24;
  const signalHeight = tip.connected?.hardForkSignals.get(bit);
  const since = signalHeight === undefined ? undefined : Math.ceil((signalHeight + 1) / window) * window;
  const isStarted = since !== undefined && tip.height + 1 >= since;
  const attempts = isStarted ? Math.floor((tip.height + 1 - since) / window) : 0;
  const decrease = Math.trunc(Math.trunc((attempts * attempts * window) / 100) / falloff);
  const current = { bit, window, threshold: Math.max(minThreshold, threshold - decrease) };
  const state = isStarted ? 'started' : 'defined';
  const described = bip9(
    current,
    state,
    { isSignalled: true, signalHeight, since: isStarted ? since : 0 },
    tip,
  );
  return { type: 'bip9', bip9: described, active: false };
}

function testDummy(tip: ChainBlock): object {
  const state = testDummyState(tip);
  const since = sinceHeight(tip, state);
  return {
    type: 'bip9',
    bip9: bip9(REGTEST.testDummy, state, { isSignalled: false, signalHeight: undefined, since }, tip),
    height: state === 'active' ? since : undefined,
    active: state === 'active',
  };
}

interface Deployment {
  readonly bit: number;
  readonly window: number;
  readonly threshold: number;
}

interface Signalling {
  /** True if masternodes signal for it first. */
  readonly isSignalled: boolean;
  readonly signalHeight: number | undefined;
  readonly since: number;
}

function bip9(
  deployment: Deployment,
  state: DeploymentState,
  { isSignalled, signalHeight, since }: Signalling,
  tip: ChainBlock,
): object {
  const hasVotes = state === 'started' || state === 'locked-in';
  return {
    status: STATUS[state],
    bit: hasVotes ? deployment.bit : undefined,
    start_time: 0,
    timeout: NO_TIMEOUT,
    min_activation_height: 0,
    ehf: isSignalled,
    ehf_height: signalHeight,
    since,
    ...(hasVotes && { statistics: statistics(deployment, tip, state) }),
    // Dash Core adds the window of the deployment itself; this one has none, and that of the chain counts.
    ...(state === 'locked-in' && { activation_height: since + OWN_WINDOW }),
  };
}

/** The window that the only deployment which can be locked in has itself. */
const OWN_WINDOW = 0;

/** Returns the first block with that state; 0 for the state that it begins with. */
function sinceHeight(tip: ChainBlock, state: DeploymentState): number {
  if (state === 'defined') return 0;
  const { window } = REGTEST.testDummy;
  let last = ancestorAt(tip, tip.height - ((tip.height + 1) % window));
  for (;;) {
    const before: ChainBlock | undefined = last && ancestorAt(last, last.height - window);
    if (before === undefined || testDummyState(before) !== state) return (last?.height ?? NO_BLOCK) + 1;
    last = before;
  }
}

const NO_BLOCK = -1;

/** Returns the blocks of the window that the tip is in, and how many of them signal. */
function statistics({ bit, window, threshold }: Deployment, tip: ChainBlock, state: DeploymentState): object {
  const elapsed = (tip.height % window) + 1;
  let count = 0;
  let at: ChainBlock | undefined = tip;
  for (let seen = 0; seen < elapsed && at !== undefined; seen += 1) {
    if (signalsBit(at.version, bit)) count += 1;
    at = at.previous;
  }
  const base = { period: window, elapsed, count };
  if (state === 'locked-in') return base;
  return { ...base, threshold, possible: window - threshold >= elapsed - count };
}
