import { ancestorAt, type ChainBlock } from '../../block-tree/chain-block.js';
import { testDummyState, type DeploymentState } from '../../block-tree/version-bits.js';
import { REGTEST } from '../../consensus/regtest.js';

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
const { window, threshold, bit } = REGTEST.testDummy;

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
    // Masternodes signal for it, which no quorum does here.
    v24: { type: 'bip9', bip9: bip9('defined', true, 0), active: false },
    testdummy: testDummy(tip),
  };
}

function testDummy(tip: ChainBlock): object {
  const state = testDummyState(tip);
  const since = sinceHeight(tip, state);
  return {
    type: 'bip9',
    bip9: bip9(state, false, since, tip),
    height: state === 'active' ? since : undefined,
    active: state === 'active',
  };
}

function bip9(state: DeploymentState, ehf: boolean, since: number, tip?: ChainBlock): object {
  const isSignalled = state === 'started' || state === 'locked-in';
  return {
    status: STATUS[state],
    bit: isSignalled ? bit : undefined,
    start_time: 0,
    timeout: NO_TIMEOUT,
    min_activation_height: 0,
    ehf,
    since,
    ...(isSignalled && tip && { statistics: statistics(tip, state) }),
    ...(state === 'locked-in' && { activation_height: since + window }),
  };
}

/** Returns the first block with that state; 0 for the state that it begins with. */
function sinceHeight(tip: ChainBlock, state: DeploymentState): number {
  if (state === 'defined') return 0;
  let last = ancestorAt(tip, tip.height - ((tip.height + 1) % window));
  for (;;) {
    const before: ChainBlock | undefined = last && ancestorAt(last, last.height - window);
    if (before === undefined || testDummyState(before) !== state) return (last?.height ?? NO_BLOCK) + 1;
    last = before;
  }
}

const NO_BLOCK = -1;

/** Returns the blocks of the window that the tip is in, and how many of them signal. */
function statistics(tip: ChainBlock, state: DeploymentState): object {
  const elapsed = (tip.height % window) + 1;
  let count = 0;
  let at: ChainBlock | undefined = tip;
  for (let seen = 0; seen < elapsed && at !== undefined; seen += 1) {
    if (((at.version >>> bit) & 1) === 1) count += 1;
    at = at.previous;
  }
  const base = { period: window, elapsed, count };
  if (state === 'locked-in') return base;
  return { ...base, threshold, possible: window - threshold >= elapsed - count };
}
