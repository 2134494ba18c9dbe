import { bytesKey } from '../../base/bytes/bytes-key.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { nodesAbove, type AncestorNodes } from '../../state/fee/ancestor-nodes.js';
import {
  DASHPAY,
  DPNS,
  KEYWORD_SEARCH,
  MASTERNODE_REWARDS,
  TOKEN_HISTORY,
  WITHDRAWALS,
} from '../../state/system-contract/system-ids.js';

/** Bytes that the network charges for the node of a contract. */
const CONTRACT_NODE_BYTES = 142;

/** Returns the text of a contract's id by which nodes are compared. */
const nodeOf = (id: string): string => bytesKey(bytesOf(id));

/**
 * The node above each contract that the network comes with: one batch writes all of them, in the order of their ids, each half below its middle.
 *
 * Source: `create_genesis_state/v1` in `packages/rs-drive-abci` of dashpay/platform, `Walker::apply_sorted` in `merk/src/tree/ops.rs` of grovedb.
 */
const PARENTS: ReadonlyMap<string, string> = new Map([
  [nodeOf(MASTERNODE_REWARDS), nodeOf(TOKEN_HISTORY)],
  [nodeOf(WITHDRAWALS), nodeOf(TOKEN_HISTORY)],
  [nodeOf(TOKEN_HISTORY), nodeOf(KEYWORD_SEARCH)],
  [nodeOf(DASHPAY), nodeOf(DPNS)],
  [nodeOf(DPNS), nodeOf(KEYWORD_SEARCH)],
]);
const ROOT = nodeOf(KEYWORD_SEARCH);

/** The nodes above a contract of an identity: an average over the tests of the network, which have few. */
const AVERAGE = 1;

/** Returns the nodes above changed ones in the tree of contracts. */
export function aboveContracts(ids: readonly Uint8Array[]): AncestorNodes {
  const changed = new Set(ids.map(bytesKey));
  const { count } = nodesAbove(changed, PARENTS, () => CONTRACT_NODE_BYTES);
  const isOther = [...changed].some((id) => id !== ROOT && !PARENTS.has(id));
  const nodes = Math.max(count, isOther ? AVERAGE : 0);
  return { count: nodes, bytes: nodes * CONTRACT_NODE_BYTES };
}
