import { DevChain } from './dev-chain.js';
import type { DevChainOptions } from './dev-chain-options.js';

/**
 * A development chain that is ready, as `new DevChain(options)` makes it. Call `close` when it is not needed any more.
 * @throws {ControlRejectedError} (it rejects) when an option is none
 * @example
 * import { createDevChain } from '@dapikit/chain';
 *
 * const chain = await createDevChain();
 * const { height } = await chain.tip();
 * chain.mine(2);
 * (await chain.tip()).height - height; // => 2
 * await chain.close();
 */
// oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
export async function createDevChain(options: DevChainOptions = {}): Promise<DevChain> {
  return new DevChain(options);
}
