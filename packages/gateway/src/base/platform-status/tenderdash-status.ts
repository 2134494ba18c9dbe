import { bytesOf, countOf, memberAt, textOf } from './loose-json.js';
import type { PlatformStatus } from './platform-status.js';
import { readResponseText } from './read-response-text.js';

/** Makes the function that calls a method of Tenderdash's RPC server. It rejects when there is no result in time. */
export function tenderdashCall(url: string, timeout: number): (method: string) => Promise<unknown> {
  return async (method) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
      signal: AbortSignal.timeout(timeout),
    });
    const answer: unknown = JSON.parse(await readResponseText(response, MAX_RESPONSE_BYTES));
    const result = memberAt(answer, 'result');
    if (result === undefined || result === null) throw new Error(`Tenderdash gave no result of ${method}`);
    return result;
  };
}

/** A status has a few kilobytes, a list of peers some hundred. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Reads Tenderdash's `status`; nulls where it is `undefined`. */
export function readTenderdash(status: unknown, coreChainLockedHeight: number | null) {
  const node = (...names: string[]): unknown => memberAt(status, 'node_info', ...names);
  const sync = (name: string): unknown => memberAt(status, 'sync_info', name);
  return {
    software: textOf(node('version')) || null,
    protocol: protocolOf(node('protocol_version', 'p2p'), node('protocol_version', 'block')),
    node: nodeOf(node('id'), node('ProTxHash')),
    chain: chainOf(sync, coreChainLockedHeight),
    stateSync: stateSyncOf(sync),
    chainId: textOf(node('network')),
  };
}

type Sync = (name: string) => unknown;

function protocolOf(p2p: unknown, block: unknown): PlatformStatus['version']['protocol']['tenderdash'] {
  if (textOf(p2p) === '' && textOf(block) === '') return null;
  return { p2p: countOf(p2p), block: countOf(block) };
}

function nodeOf(id: unknown, proTxHash: unknown): PlatformStatus['node'] {
  if (textOf(id) === '' && textOf(proTxHash) === '') return null;
  return { id: bytesOf(id), proTxHash: textOf(proTxHash) === '' ? null : bytesOf(proTxHash) };
}

function chainOf(sync: Sync, coreChainLockedHeight: number | null): PlatformStatus['chain'] {
  const latestBlockHeight = countOf(sync('latest_block_height'));
  const [blockHash, appHash] = [textOf(sync('latest_block_hash')), textOf(sync('latest_app_hash'))];
  if (latestBlockHeight === 0 && blockHash === '' && appHash === '') return null;
  return {
    catchingUp: sync('catching_up') === true,
    latestBlockHash: bytesOf(blockHash),
    latestAppHash: bytesOf(appHash),
    latestBlockHeight,
    earliestBlockHash: bytesOf(sync('earliest_block_hash')),
    earliestAppHash: bytesOf(sync('earliest_app_hash')),
    earliestBlockHeight: countOf(sync('earliest_block_height')),
    maxPeerBlockHeight: countOf(sync('max_peer_block_height')),
    coreChainLockedHeight,
  };
}

function stateSyncOf(sync: Sync): PlatformStatus['stateSync'] {
  const names = ['total_synced_time', 'remaining_time', 'total_snapshots', 'snapshot_height'];
  if (names.every((name) => sync(name) === undefined || sync(name) === '')) return null;
  return {
    totalSyncedTime: countOf(sync('total_synced_time')),
    remainingTime: countOf(sync('remaining_time')),
    totalSnapshots: countOf(sync('total_snapshots')),
    chunkProcessAvgTime: countOf(sync('chunk_process_avg_time')),
    snapshotHeight: countOf(sync('snapshot_height')),
    snapshotChunksCount: countOf(sync('snapshot_chunks_count')),
    backfilledBlocks: countOf(sync('backfilled_blocks')),
    backfillBlocksTotal: countOf(sync('backfill_blocks_total')),
  };
}

/** Reads the network from `net_info` and the name of the chain. */
export function networkOf(netInfo: unknown, chainId: string): PlatformStatus['network'] {
  const peersCount = countOf(memberAt(netInfo, 'n_peers'));
  const listening = memberAt(netInfo, 'listening') === true;
  if (!listening && peersCount === 0 && chainId === '') return null;
  return { chainId, peersCount, listening };
}
