import { scriptOfAddress } from './address-script.js';
import type { LocalNode } from './local-node.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { DUST, feeOf, payFrom, spendableCoins } from './wallet.js';
import type { UnspentCoin } from '../rules/consensus/coin.js';
import type { Transaction } from '../primitives/transaction/transaction.js';

/** A transaction of more inputs would be too large to be relayed. */
const MAX_INPUTS = 600;

/**
 * Returns a transaction that pays an address from the treasury, which the miner fills.
 * @throws {ControlRejectedError} `invalid-amount` below 546 duffs and above what the treasury can pay at once; `invalid-address`
 */
export function fundingTransaction(node: LocalNode, address: string, duffs: bigint): Transaction {
  const scriptPubKey = scriptOfAddress(address);
  const max = maxFunds(node);
  if (typeof duffs !== 'bigint' || duffs < DUST || duffs > max) {
    throw new ControlRejectedError('invalid-amount', {
      expected: `${DUST} to ${max} duffs, the maximum that the treasury can pay at once, as a bigint`,
      found: typeof duffs === 'bigint' ? `${duffs}` : duffs,
      value: duffs,
      fix: 'mine blocks: the treasury gets the miner rewards and can spend them 100 blocks later',
    });
  }
  const treasury = node.keyRing.account('treasury', 0);
  return payFrom(treasury, largestCoins(node), { outputs: [{ value: duffs, scriptPubKey }] });
}

/** Returns the maximum of duffs that the treasury can pay in one transaction now. */
export function maxFunds(node: LocalNode): bigint {
  const coins = largestCoins(node);
  const total = coins.reduce((sum, { coin }) => sum + coin.value, 0n);
  const max = total - feeOf(coins.length);
  return max > 0n ? max : 0n;
}

function largestCoins({ keyRing, chain, mempool }: LocalNode): UnspentCoin[] {
  const coins = spendableCoins(keyRing.account('treasury', 0), chain, mempool);
  return Array.from({ length: MAX_INPUTS }, () => coins.next().value).filter((coin) => coin !== undefined);
}
