import type { DevChain } from '../devchain/dev-chain.js';
import { runInTurns } from '../base/event-loop/in-turns.js';
import { coreJsonSteps } from './json/core-json.js';
import { EmulatedNode } from './rpc/emulated-node.js';
import { EMULATOR_METHODS } from './methods/methods.js';
import { RpcTable } from './rpc-table.js';

const table = new RpcTable(EMULATOR_METHODS);

/**
 * Calls a method of the Core RPC emulator of a chain without its server: no port, no password.
 *
 * @param params by position
 * @param signal ends a call that mines many blocks, once it is aborted: it has those then that were mined
 * @returns the result as a JSON value; amounts are numbers of DASH
 * @throws {NodeRejectionError} (as a rejection) with Dash Core's code and message
 */
export async function askNode(
  chain: DevChain,
  method: string,
  params: readonly unknown[] = [],
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> {
  const node = new EmulatedNode({
    devChain: chain,
    now: () => Math.floor(Date.now() / 1000),
    notifiers: () => [],
    mempoolSequence: () => 1n,
    closing: signal,
  });
  const answer = (await table.execute({ method, params }, node)) ?? null;
  const result: unknown = JSON.parse(await runInTurns(coreJsonSteps(answer)));
  return result;
}
