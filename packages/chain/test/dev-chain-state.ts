import { bytesToHex } from '../src/base/bytes/hex.js';
import { sha256 } from '../src/base/crypto/hashes.js';
import type { DevChain } from '../src/devchain/dev-chain.js';
import { ControlRejectedError } from '../src/devchain/control-rejected-error.js';

/** All that can be seen of a development chain, in a form that can be compared. */
export function everythingOf(chain: DevChain) {
  return {
    tip: chain.tip(),
    blocks: Array.from(chain.exportBlocks(521), ({ hash }) => hash),
    mempool: chain.mempool(),
    now: chain.clock.now,
    medianTime: chain.clock.medianTime,
    interval: chain.clock.interval,
    mining: chain.mining,
    faults: chain.faults.list(),
    masternodes: chain.masternodes.list(),
    maxFunds: chain.maxFunds,
    chainLock: chain.bestChainLock(),
    instantLocks: chain.quorums.instantLocks,
    coins: chain.accounts.map((account) => chain.coins(account)),
    dump: bytesToHex(sha256(chain.dump())),
  };
}

/** A serialised payment between two funded accounts. */
export function transfer(chain: DevChain, from: number, to: number, duffs = 100_000_000n): Uint8Array {
  return chain.transfer(chain.accounts[from]!, chain.accounts[to]!, duffs);
}

/** Why a control was rejected; `undefined` where it was not. */
export function reasonOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ControlRejectedError) return error.reason;
    throw error;
  }
}
