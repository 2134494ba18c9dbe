import type { Layer1 } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';

/** Describes which nodes answer a method. */
export type CallRule =
  /** From the chain that the pool follows. */
  | { readonly from: 'followed-chain' }
  /** From the first healthy node that accepts; the others are called one after the other. */
  | { readonly from: 'each-node' }
  | OneNodeRule;

/** Sends a call to one node, and to the next if that node does not have the result. */
export interface OneNodeRule {
  readonly from: 'one-node';
  /**
   * True if a slow call is sent to another node as well. An expensive call is not: a slow node is probably processing
   * it.
   */
  readonly isHedged: boolean;
  /**
   * Rejections that may be specific to this node: it lacks the requested data, or has a problem of its own. All others
   * are the answer.
   */
  readonly missing: readonly number[];
}

/** Codes of failures of the node rather than of the caller; the first is the code of many errors of callers, too. */
const TROUBLE = [
  RPC_ERROR_CODES.misc,
  RPC_ERROR_CODES.outOfMemory,
  RPC_ERROR_CODES.database,
  RPC_ERROR_CODES.internal,
  RPC_ERROR_CODES.methodNotFound,
];

/**
 * Defines the rule of each method. Of Dash Core's rejections: `src/rpc/blockchain.cpp`, `src/rpc/evo.cpp` of
 * dashpay/dash.
 */
export const CALL_RULES = {
  tip: { from: 'followed-chain' },
  bestChainLock: { from: 'followed-chain' },
  /** The last blocks are cached; older ones are requested. */
  blockHash: { from: 'one-node', isHedged: true, missing: [RPC_ERROR_CODES.invalidParameter, ...TROUBLE] },
  masternodeListDiff: {
    from: 'one-node',
    isHedged: false,
    missing: [RPC_ERROR_CODES.notFound, ...TROUBLE],
  },
  status: { from: 'one-node', isHedged: true, missing: TROUBLE },
  transactionStatus: { from: 'one-node', isHedged: true, missing: TROUBLE },
  read: { from: 'one-node', isHedged: true, missing: [RPC_ERROR_CODES.notFound, ...TROUBLE] },
  sendTransaction: { from: 'each-node' },
} as const satisfies Readonly<Record<Exclude<keyof Layer1, `watch${string}`>, CallRule>>;
