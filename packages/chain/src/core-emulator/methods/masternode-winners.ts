import { ancestorAt, type ChainBlock } from '../../chain/block-tree/chain-block.js';
import { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import type { Masternode } from '../../rules/consensus/masternode.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { addressOf } from '../json/describe-script.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

const DEFAULT_COUNT = 10;
const PROJECTED_BLOCKS = 20;

export const masternodeWinners: EmulatorMethod = {
  name: 'masternode winners',
  category: 'Dash',
  summary: 'the addresses that the latest blocks paid and that the next blocks pay, by height',
  params: [
    {
      name: 'count',
      type: 'numeric',
      isOptional: true,
      about: 'number of latest blocks, given as a string; 10 when left out',
    },
    { name: 'filter', type: 'string', isOptional: true, about: 'text that the addresses must contain' },
  ],
  async answer({ chain: { tip } }, params) {
    // Dash Core reads the number from a text, and takes no number for one.
    const count = params.isGiven(0) ? leadingInteger(params.text(0)) : DEFAULT_COUNT;
    const filter = params.isGiven(1) ? params.text(1) : '';
    return runInTurns(describeWinners(tip, count, filter));
  },
};

/** Describes who is paid, some blocks in a step. */
function* describeWinners(
  tip: ChainBlock,
  count: number,
  filter: string,
): Generator<undefined, Record<string, string>> {
  const start = Math.max(tip.height - count, 1);
  const named: (readonly [height: number, addresses: string])[] = [];
  let before = ancestorAt(tip, tip.height - 1);
  for (let { height } = tip; height >= start; height -= 1) {
    const payee = before?.connected?.masternodes.payee();
    if (payee !== undefined) named.push([height, addressesOf(payee)]);
    before = before?.previous;
    yield;
  }
  const registry = tip.connected?.masternodes ?? MasternodeRegistry.empty;
  for (const [index, payee] of registry.projectedPayees(PROJECTED_BLOCKS).entries())
    named.push([tip.height + 1 + index, addressesOf(payee)]);
  // Integer keys are ascending, whatever their order here.
  return Object.fromEntries(named.filter(([, addresses]) => addresses.includes(filter)));
}

/** Returns who is paid. Source: `GetRequiredPaymentsString` in `src/rpc/masternode.cpp` of dashpay/dash, without superblocks. */
function addressesOf({ scriptPayout, scriptOperatorPayout, operatorReward }: Masternode): string {
  const hasOperatorPayout = operatorReward !== 0 && scriptOperatorPayout.length > 0;
  return [scriptPayout, ...(hasOperatorPayout ? [scriptOperatorPayout] : [])]
    .map((script) => addressOf(script) ?? '')
    .join(', ');
}

/** Returns the integer that a text begins with, 0 without one. Source: `LocaleIndependentAtoi` in `src/util/strencodings.h`. */
function leadingInteger(text: string): number {
  const value = Number(/^\s*([+-]?\d+)/.exec(text)?.[1] ?? 0);
  return Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1);
}
