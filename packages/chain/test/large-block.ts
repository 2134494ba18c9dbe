import { bytesToHex } from '../src/base/bytes/hex.js';
import type { SizedBlock } from '../src/rules/consensus/sized-block.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import {
  encodeTransaction,
  transactionId,
  type Transaction,
} from '../src/primitives/transaction/transaction.js';
import { append, forge } from './forge-block.js';
import { spend } from './spend.js';

const ANYBODY = Uint8Array.of(0x51);

/** Returns a chain, and transactions that no mempool accepts, each of which spends the one before. */
export function chainBeforeTransactions(count: number): { chain: DevChain; many: readonly Transaction[] } {
  const chain = new DevChain({ mining: 'manual' });
  const [alice] = chain.accounts;
  const [coin] = chain.coins(alice!);
  const { value } = coin!.coin;
  const first = spend(alice!, [coin!], [{ value: value - 10_000n, scriptPubKey: ANYBODY }]);
  const many: Transaction[] = [];
  for (let at = 0; at < count; at += 1) {
    const [output] = (many.at(-1) ?? first).outputs;
    many.push({
      ...first,
      inputs: [
        {
          previousOutput: { txid: transactionId(many.at(-1) ?? first), index: 0 },
          scriptSig: new Uint8Array(),
          sequence: 0xff_ff_ff_ff,
        },
      ],
      outputs: [output!],
    });
  }
  chain.mine(1, { transactions: [bytesToHex(encodeTransaction(first))] });
  return { chain, many };
}

/** Returns a chain, and a block of such transactions that follows it. */
export function chainBeforeLargeBlock(count: number): { chain: DevChain; block: SizedBlock } {
  const { chain, many } = chainBeforeTransactions(count);
  const next = new DevChain({ mining: 'manual' });
  next.load(chain.dump());
  next.mine(1);
  const { tip } = DevChain.nodeOf(next).chain;
  return { chain, block: forge(tip.block, append(...many)) };
}
