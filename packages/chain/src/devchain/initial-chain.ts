import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import type { UnspentCoin } from '../rules/consensus/coin.js';
import type { Masternode } from '../rules/consensus/masternode.js';
import type { DueCommitment } from '../rules/consensus/quorum-commitments.js';
import { REGTEST } from '../rules/consensus/regtest.js';
import type { FinalCommitment } from '../primitives/masternode/final-commitment.js';
import type { Transaction } from '../primitives/transaction/transaction.js';
import type { Account, KeyRing, Operator } from './keys.js';
import { masternodeKeys } from './masternode-keys.js';
import { FOUNDING_MASTERNODES } from './masternode-life.js';
import { PlatformWallet, walletFunding, walletMnemonics } from './platform-wallet.js';
import { registration } from './provider-drafts.js';
import { generateQuorumKeys } from './quorum-keys.js';
import { payFrom, type Draft } from './wallet.js';

/** Describes the chain that the initial chain is built with. */
export interface ChainBuilder {
  tip(): ChainBlock;
  spendable(account: Account): Iterable<UnspentCoin>;
  submit(transaction: Transaction): unknown;
  mine(minerScript: Uint8Array): unknown;
}

const FUNDED_ACCOUNTS = 10;
/** Each is 500 DASH. */
const COINBASES_PER_ACCOUNT = 2;
/** Above the height from which coinbases must pay masternodes, so that the chain is as mainnet is. */
const REGISTRATION_HEIGHT = REGTEST.payeeEnforcementHeight + 1;
/** Defines the height of the block that locks coins for identities and addresses on Dash Platform. */
export const WALLET_FUNDING_HEIGHT = REGISTRATION_HEIGHT + FOUNDING_MASTERNODES.length;
/** Defines the height of the initial chain without quorums. */
export const INITIAL_HEIGHT = 520;
/** Quorums of every type are made in the cycle that begins here: the first in which a quorum that rotates has all its members. */
const QUORUM_HEIGHT = 600;
/** The first height that these quorums sign. */
const QUORUM_CHAIN_HEIGHT = 620;

/**
 * Mines the blocks that every development chain begins with: accounts with coins that can be spent, masternodes that
 * are registered, confirmed and paid, and coins that are locked for the wallets on Dash Platform.
 * @param hasQuorums whether blocks follow in which quorums of every type form
 */
export function buildInitialChain(keyRing: KeyRing, chain: ChainBuilder, hasQuorums: boolean): void {
  const accounts = fundedAccounts(keyRing);
  const treasury = keyRing.account('treasury', 0);
  const mineTo = (account: Account): void => void chain.mine(account.scriptPubKey);
  const payFromTreasury = (draft: Draft): void =>
    void chain.submit(payFrom(treasury, chain.spendable(treasury), draft));
  for (let round = 0; round < COINBASES_PER_ACCOUNT; round += 1) accounts.forEach(mineTo);
  while (chain.tip().height < REGISTRATION_HEIGHT - 1) mineTo(treasury);
  for (const [index, type] of FOUNDING_MASTERNODES.entries()) {
    payFromTreasury(registration(masternodeKeys(keyRing, type, index)));
    mineTo(treasury);
  }
  for (const mnemonic of walletMnemonics(keyRing.mnemonic))
    payFromTreasury(walletFunding(new PlatformWallet(mnemonic)));
  mineTo(treasury);
  const lastHeight = hasQuorums ? QUORUM_CHAIN_HEIGHT : INITIAL_HEIGHT;
  while (chain.tip().height < lastHeight) mineTo(treasury);
}

/** Returns the final commitment of a quorum of the initial chain; `undefined` for quorums that do not form there. */
export function initialCommitment(
  { quorumType }: DueCommitment,
  base: ChainBlock,
  keyRing: KeyRing,
): FinalCommitment | undefined {
  const isChosen = base.height >= QUORUM_HEIGHT && base.height < QUORUM_HEIGHT + quorumType.perCycle;
  return isChosen
    ? generateQuorumKeys(quorumType, base, keyRing, foundingOperator(keyRing))?.commitment
    : undefined;
}

function foundingOperator(keyRing: KeyRing): (masternode: Masternode) => Operator | undefined {
  const operators = FOUNDING_MASTERNODES.map((_, index) => keyRing.operator(index));
  return ({ pubKeyOperator }) => operators.find(({ publicKey }) => publicKey === pubKeyOperator);
}

/** Returns the accounts with 1000 DASH each: the first ones of the key ring. */
export function fundedAccounts(keyRing: KeyRing): Account[] {
  return Array.from({ length: FUNDED_ACCOUNTS }, (_, index) => keyRing.account('account', index));
}
