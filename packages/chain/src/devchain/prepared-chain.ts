import { ChainState } from '../chainstate/chain-state.js';
import { recentResults } from '../crypto/recent-results.js';
import { followChain } from '../mempool/follow-chain.js';
import { Mempool } from '../mempool/mempool.js';
import { submitDecoded } from '../mempool/submit.js';
import { mineBlock } from '../mining/mine-block.js';
import { nextBlockTime } from './chain-clock.js';
import { INITIAL_CLOCK } from './chain-settings.js';
import { DEV_MNEMONIC } from './dev-chain-options.js';
import { regtestGenesis } from './genesis.js';
import { buildInitialChain, fundedAccounts } from './initial-chain.js';
import { KeyRing, type Account } from './keys.js';
import { shippedBlocks } from './shipped-blocks.js';
import { spendableCoins } from './wallet.js';

/** The chain that a development chain begins with, to be copied. */
export interface PreparedChain {
  readonly keyRing: KeyRing;
  /** The funded ones. */
  readonly accounts: readonly Account[];
  readonly chain: ChainState;
}

/** As many mnemonics as a test suite will have in use. */
const REMEMBERED = 16;
const prepared = recentResults<PreparedChain>(REMEMBERED);

/** The initial chain of a mnemonic. Where it did not come with the package, it is mined once in a process. */
export function preparedChain(mnemonic: string): PreparedChain {
  return prepared(mnemonic, () => shippedChain(mnemonic) ?? minedChain(mnemonic));
}

/** The initial chain of the mnemonic that the build made it for; `undefined` for others, and where the build made none. */
export function shippedChain(mnemonic: string): PreparedChain | undefined {
  const blocks = mnemonic === DEV_MNEMONIC ? shippedBlocks() : undefined;
  if (blocks === undefined) return undefined;
  const bare = bareChain(mnemonic);
  for (const block of blocks) bare.chain.append(block);
  return bare;
}

/** The chain of a mnemonic with nothing but the genesis block. */
export function bareChain(mnemonic: string): PreparedChain {
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

/** The initial chain of a mnemonic, mined here and now. */
export function minedChain(mnemonic: string): PreparedChain {
  const keyRing = new KeyRing(mnemonic);
  const mempool = new Mempool();
  const chain = new ChainState({
    origin: regtestGenesis(),
    now: () => Number.POSITIVE_INFINITY,
    scriptsAreChecked: (txid) => mempool.has(txid),
  });
  const follower = followChain(chain, mempool);
  buildInitialChain(keyRing, {
    tip: () => chain.tip,
    spendable: (account) => spendableCoins(account, chain, mempool),
    submit: (transaction) => submitDecoded(transaction, chain, mempool, { scriptsAreChecked: true }),
    mine: (minerScript) => {
      const { tip: previous, coins } = chain;
      const time = nextBlockTime(INITIAL_CLOCK, previous);
      chain.accept(mineBlock({ previous, coins, mempool, minerScript, time }));
      follower.settle();
    },
  });
  return { keyRing, accounts: fundedAccounts(keyRing), chain };
}
