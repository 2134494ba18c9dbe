/** The body of a call of `getBestBlockHash`. */
export const BEST_BLOCK_HASH_CALL = '{"jsonrpc":"2.0","method":"getBestBlockHash","id":1}';

/** The body of a call of `getBlockHash`, with the height as its id. */
export function blockHashCall(height: number): string {
  return `{"jsonrpc":"2.0","method":"getBlockHash","params":{"height":${height}},"id":${height}}`;
}

/** The body of a call of `getMnListDiff` that the recorded node answers. */
export const DIFF_CALL =
  '{"jsonrpc":"2.0","method":"getMnListDiff","params":{"baseBlockHash":"1","blockHash":"646"},"id":1}';
