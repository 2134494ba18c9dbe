/**
 * Number of members of a quorum of each kind (`Consensus::LLMQType`).
 * * Source: `available_llmqs` in `src/llmq/params.h` of dashpay/dash. Regtest and devnet nodes can be started with other
 * sizes (`-llmqtestparams` and the like).
 */
const QUORUM_SIZES: ReadonlyMap<number, number> = new Map([
  [1, 50],
  [2, 400],
  [3, 400],
  [4, 100],
  [5, 60],
  [6, 25],
  [100, 3],
  [101, 12],
  [102, 3],
  [103, 4],
  [104, 3],
  [105, 8],
  [106, 3],
  [107, 12],
]);

/** Returns how many members a quorum of `llmqType` has; nothing for a type that is not known. */
export function quorumSize(llmqType: number): number | undefined {
  return QUORUM_SIZES.get(llmqType);
}
