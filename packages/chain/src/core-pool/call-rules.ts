import type { Layer1 } from '../layer1.js';
import { RPC_ERROR_CODES } from '../rpc-error-code.js';

/** Where the answer to a method comes from. */
export type CallRule =
  /** From the chain that the pool follows. */
  | { readonly from: 'followed-chain' }
  /** From every healthy node at once. */
  | { readonly from: 'every-node' }
  | OneNodeRule;

/** From one node, and from the next when that one does not have it. */
export interface OneNodeRule {
  readonly from: 'one-node';
  /** Whether a slow call is put to another node as well. A costly one is not: a node that is slow with it is at work. */
  readonly isHedged: boolean;
  /** Refusals that may be of this node alone: it does not have what is asked for, or has trouble of its own. Every other one is the answer. */
  readonly missing: readonly number[];
}

/** A node has trouble, and not the caller; the first is the code of many mistakes too. */
const TROUBLE = [
  RPC_ERROR_CODES.misc,
  RPC_ERROR_CODES.outOfMemory,
  RPC_ERROR_CODES.database,
  RPC_ERROR_CODES.internal,
  RPC_ERROR_CODES.methodNotFound,
];

/** The rule of each method. Of Dash Core's refusals: `src/rpc/blockchain.cpp`, `src/rpc/evo.cpp` of dashpay/dash. */
export const CALL_RULES = {
  tip: { from: 'followed-chain' },
  bestChainLock: { from: 'followed-chain' },
  /** The last blocks are known; older ones are asked for. */
  blockHash: { from: 'one-node', isHedged: true, missing: [RPC_ERROR_CODES.invalidParameter, ...TROUBLE] },
  masternodeListDiff: {
    from: 'one-node',
    isHedged: false,
    missing: [RPC_ERROR_CODES.notFound, ...TROUBLE],
  },
  status: { from: 'one-node', isHedged: true, missing: TROUBLE },
  transactionStatus: { from: 'one-node', isHedged: true, missing: TROUBLE },
  sendTransaction: { from: 'every-node' },
} as const satisfies Readonly<Record<Exclude<keyof Layer1, `watch${string}`>, CallRule>>;
