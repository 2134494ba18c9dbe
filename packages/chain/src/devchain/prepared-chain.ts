import { ChainState } from '../chain/chainstate/chain-state.js';
import type { DueCommitment } from '../rules/consensus/quorum-commitments.js';
import { recentResults } from '../base/crypto/recent-results.js';
import type { FinalCommitment } from '../primitives/masternode/final-commitment.js';
import { followChain } from '../chain/mempool/follow-chain.js';
import { Mempool } from '../chain/mempool/mempool.js';
import { submitDecoded } from '../chain/mempool/submit.js';
import { mineBlock } from '../chain/mining/mine-block.js';
import { nextBlockTime } from './chain-clock.js';
import { INITIAL_CLOCK } from './chain-settings.js';
import { DEV_MNEMONIC } from './dev-chain-options.js';
import { regtestGenesis } from './genesis.js';
import {
  buildInitialChain,
  fundedAccounts,
  INITIAL_HEIGHT,
  initialCommitment,
  type ChainBuilder,
} from './initial-chain.js';
import { KeyRing } from './keys.js';
import type { ChainOrigin } from './chain-origin.js';
import { shippedBlocks } from './shipped-blocks.js';
import { spendableCoins } from './wallet.js';

/** As many mnemonics as a test suite will have in use. */
const REMEMBERED = 16;
const prepared = recentResults<ChainOrigin>(REMEMBERED);

/**
 * Returns the initial chain of a mnemonic. Where it did not come with the package, it is mined once in a process.
 * @param hasQuorums whether quorums of every type sign its tip
 */
export function preparedChain(mnemonic: string, hasQuorums: boolean): ChainOrigin {
  const key = JSON.stringify([mnemonic, hasQuorums]);
  return prepared(key, () => shippedChain(mnemonic, hasQuorums) ?? minedChain(mnemonic, hasQuorums));
}

/** Returns the initial chain of the mnemonic that it was made for; `undefined` for others. */
export function shippedChain(mnemonic: string, hasQuorums: boolean): ChainOrigin | undefined {
  const shipped = mnemonic === DEV_MNEMONIC ? shippedBlocks() : undefined;
  if (shipped === undefined) return undefined;
  const { blocks, chainLock } = shipped;
  const bare = bareChain(mnemonic);
  for (const block of hasQuorums ? blocks : blocks.slice(0, INITIAL_HEIGHT)) bare.chain.append(block);
  return { ...bare, ...(hasQuorums && { chainLock }) };
}

/** Returns the chain of a mnemonic with nothing but the genesis block. */
export function bareChain(mnemonic: string): ChainOrigin {
  const keyRing = new KeyRing(mnemonic);
  return {
    keyRing,
    accounts: fundedAccounts(keyRing),
    chain: new ChainState({
      origin: regtestGenesis(),
      now: () => Number.POSITIVE_INFINITY,
      scriptsAreChecked: () => false,
    }),
  };
}

/** Returns the initial chain of a mnemonic, mined here and now. */
export function minedChain(mnemonic: string, hasQuorums: boolean): ChainOrigin {
  const keyRing = new KeyRing(mnemonic);
  const mempool = new Mempool();
  const chain = new ChainState({
    origin: regtestGenesis(),
    now: () => Number.POSITIVE_INFINITY,
    scriptsAreChecked: (txid) => mempool.has(txid),
  });
  const follower = followChain(chain, mempool);
  const builder: ChainBuilder = {
    tip: () => chain.tip,
    spendable: (account) => spendableCoins(account, chain, mempool),
    submit: (transaction) => submitDecoded(transaction, chain, mempool, { scriptsAreChecked: true }),
    mine: (minerScript) => {
      const { tip: previous, coins } = chain;
      const time = nextBlockTime(INITIAL_CLOCK, previous);
      const commitmentOf = (due: DueCommitment): FinalCommitment | undefined => {
        const base = chain.block(due.quorumHash);
        return base && initialCommitment(due, base, keyRing);
      };
      chain.accept(mineBlock({ previous, coins, mempool, minerScript, time, commitmentOf }));
      follower.settle();
    },
  };
  buildInitialChain(keyRing, builder, hasQuorums);
  return { keyRing, accounts: fundedAccounts(keyRing), chain };
}
