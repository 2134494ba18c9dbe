import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import { buildScript } from '../src/primitives/script/build-script.js';
import { payToScript } from '../src/primitives/script/standard-scripts.js';
import { made, spend } from './spend.js';
import { blocksOf, Workshop } from './workshop.js';

const foundation = new Workshop();
export const alice = foundation.account(0);
export const bob = foundation.account(1);
const carol = foundation.account(2);

export const COIN = 100_000_000n;

/** 1, and so many signature checks that are counted and never run. */
function checks(count: number): Uint8Array {
  return Uint8Array.of(0x51, 0x00, 0x63, ...new Uint8Array(count).fill(0xac), 0x68);
}

/** The scripts of the first outputs of {@link UNUSUAL_CHAIN}; each leaves 1. */
export const REDEEM_SCRIPTS = {
  anything: buildScript(1),
  sixteenChecks: checks(16),
  fifteenChecks: checks(15),
} as const;

/** A script of no kind that is relayed. */
export const UNKNOWN_SCRIPT = buildScript('OP_DUP', 'OP_DROP', 1);

const setting = spend(
  carol,
  [foundation.coin(carol)],
  [
    ...Object.values(REDEEM_SCRIPTS).map((script) => ({ value: COIN, scriptPubKey: payToScript(script) })),
    { value: COIN, scriptPubKey: UNKNOWN_SCRIPT },
    ...Array.from({ length: 300 }, () => ({
      value: 1_000_000n,
      scriptPubKey: payToScript(REDEEM_SCRIPTS.fifteenChecks),
    })),
  ],
);
foundation.extend(1, { transactions: [setting] });

/** The initial chain, and a block on it with outputs that pay to scripts and to a script of no kind. */
export const UNUSUAL_CHAIN = blocksOf(foundation.chain);

/** The output number `index`: 0 to 2 pay to the redeem scripts, 3 is of no kind, from 4 on they pay to 15 checks. */
export function unusualOutput(index: number): UnspentCoin {
  return made(setting, index);
}
