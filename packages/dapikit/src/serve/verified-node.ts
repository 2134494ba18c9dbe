import { NodeUnavailableError, ZERO_HASH, type MasternodeListDiff } from '@dapikit/chain';
import type { PoolNode } from '@dapikit/chain/core-pool';
import {
  applyVerifiedDiffInTurns,
  PeerError,
  readDiff,
  requireHeader,
  SYSTEM_CLOCK,
  VerificationError,
  verifyTransactionIn,
  type LightClient,
} from '@dapikit/light-client';

/** Describes what checks of a node need. */
export interface NodeChecks {
  readonly client: LightClient;
  /** Takes the consequences of an error of the node. */
  readonly failed: (node: string, error: PeerError) => void;
}

/**
 * Checks what a node reports by what a light client has verified: hashes of final blocks, blocks by their hash, and masternode lists by the roots of their coinbase. A response that does
 * not verify counts as none, so that a pool asks another node.
 */
export function verifiedNode(node: PoolNode, name: string, { client, failed }: NodeChecks): PoolNode {
  const lie = (what: string): NodeUnavailableError => {
    failed(name, new PeerError('lie', what));
    return new NodeUnavailableError(`${what}: it does not verify`, 'unexpected-answer');
  };
  const checked = async (what: string, check: () => Promise<void> | void): Promise<void> => {
    try {
      await check();
    } catch (error) {
      throw error instanceof VerificationError ? lie(`${what}: ${error.message}`) : error;
    }
  };
  return {
    tip: async (options) => node.tip(options),
    block: async (hash, options) => node.block(hash, options),
    blockHash: async (height, options) => {
      const hash = await node.blockHash(height, options);
      const verified = chainOf(client)?.hashAt(height);
      // No lie: the node may not have seen the ChainLock yet.
      if (verified !== undefined && verified !== hash)
        throw new NodeUnavailableError(
          `block ${hash} at height ${height}, where ${verified} is final`,
          'unexpected-answer',
        );
      return hash;
    },
    sendTransaction: async (serialized, options) => node.sendTransaction(serialized, options),
    masternodeListDiff: async (baseBlock, block, options) => {
      const diff = await node.masternodeListDiff(baseBlock, block, options);
      await checked(`masternode list of block ${block}`, async () => checkList(diff, client));
      return diff;
    },
    status: async (options) => node.status(options),
    bestChainLock: async (options) => node.bestChainLock(options),
    transactionStatus: async (txid, options) => node.transactionStatus(txid, options),
    read: async (what, request, options) => {
      const response = await node.read(what, request, options);
      if (what === 'block' && 'hash' in request && response instanceof Uint8Array)
        await checked(
          `block ${request.hash}`,
          async () => void (await verifyTransactionIn(response, request.hash)),
        );
      return response;
    },
    watchTransactions: (listener) => node.watchTransactions(listener),
    watchNews: (listener) => node.watchNews(listener),
    close: async () => node.close(),
  };
}

/** Returns the verified chain; `undefined` before the first list is verified, and after a fork. */
function chainOf(client: LightClient): LightClient['chain'] | undefined {
  return client.isStarted && client.fork === undefined ? client.chain : undefined;
}

/** Checks the roots of the list after a diff, where the list before it is verified or it has none, and its coinbase where the header is known. */
async function checkList(diff: MasternodeListDiff, client: LightClient): Promise<void> {
  const chain = chainOf(client);
  if (chain === undefined) return;
  const { lists, headers } = chain;
  const isFull = diff.baseBlockHash === ZERO_HASH;
  const base = isFull ? undefined : lists.of(diff.baseBlockHash);
  if (base === undefined && !isFull) return;
  const measure = { clock: SYSTEM_CLOCK, charge: () => undefined };
  const list = await applyVerifiedDiffInTurns(base, readDiff(diff), client.network, measure);
  const header = headers.get(list.hash)?.header;
  if (header !== undefined) requireHeader(list, header);
}
