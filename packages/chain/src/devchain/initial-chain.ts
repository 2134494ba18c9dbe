import type { ChainBlock } from '../chainstate/chain-block.js';
import type { HeldCoin } from '../consensus/coin.js';
import { REGTEST } from '../consensus/regtest.js';
import type { Transaction } from '../transaction/transaction.js';
import type { Account, KeyRing } from './keys.js';
import { masternodeKeys } from './masternode-keys.js';
import { FOUNDING_MASTERNODES } from './masternode-life.js';
import { registration } from './provider-drafts.js';
import { payFrom } from './wallet.js';

/** What the initial chain is built with. */
export interface ChainBuilder {
  tip(): ChainBlock;
  spendable(account: Account): Iterable<HeldCoin>;
  submit(transaction: Transaction): unknown;
  mine(minerScript: Uint8Array): unknown;
}

const FUNDED_ACCOUNTS = 10;
/** Each is 500 DASH. */
const COINBASES_PER_ACCOUNT = 2;
/** Above the height from which coinbases must pay masternodes, so that the chain is as mainnet is. */
const REGISTRATION_HEIGHT = REGTEST.payeeEnforcementHeight + 1;
const LAST_HEIGHT = 520;

/**
 * Mines the blocks that every development chain begins with: accounts with coins that can be spent, and masternodes that
 * are registered, confirmed and paid.
 */
export function buildInitialChain(keyRing: KeyRing, chain: ChainBuilder): void {
  const accounts = fundedAccounts(keyRing);
  const treasury = keyRing.account('treasury', 0);
  const mineTo = (account: Account): void => void chain.mine(account.scriptPubKey);
  for (let round = 0; round < COINBASES_PER_ACCOUNT; round += 1) accounts.forEach(mineTo);
  while (chain.tip().height < REGISTRATION_HEIGHT - 1) mineTo(treasury);
  for (const [index, type] of FOUNDING_MASTERNODES.entries()) {
    chain.submit(
      payFrom(treasury, chain.spendable(treasury), registration(masternodeKeys(keyRing, type, index))),
    );
    mineTo(treasury);
  }
  while (chain.tip().height < LAST_HEIGHT) mineTo(treasury);
}

/** The accounts with 1000 DASH each: the first ones of the key ring. */
export function fundedAccounts(keyRing: KeyRing): Account[] {
  return Array.from({ length: FUNDED_ACCOUNTS }, (_, index) => keyRing.account('account', index));
}
