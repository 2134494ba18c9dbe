import { BLOCK_HEADER_SIZE, bytesToHex, runInTurns } from '@dapikit/chain/browser';
import type { CorePeer } from '../client/core-peer.js';
import { PeerError } from '../peers/peer-error.js';
import { decodeListSteps } from './decode-list.js';
import { Core } from './generated/dapi_pb.js';
import type { PeerLink } from './peer-link.js';

const TIMEOUT_MS = 15_000;
const CHAIN_LOCK_BYTES = 132;
const NO_HASH = /^0*$/;

const options = (signal: AbortSignal) => ({ signal, timeout: TIMEOUT_MS });

/** Returns the Core service of a peer. */
export function coreService(connection: PeerLink): CorePeer {
  return {
    bestHeight: async (signal) =>
      (await connection.call(Core.method.getBestBlockHeight, {}, options(signal))).height,
    block: async (block, signal) => {
      const wanted =
        typeof block === 'number'
          ? ({ case: 'height', value: block } as const)
          : ({ case: 'hash', value: block } as const);
      return (await connection.call(Core.method.getBlock, { block: wanted }, options(signal))).block;
    },
    headers: async (from, count, signal) => readHeaders(connection, from, count, signal),
    masternodeLists: (signal) => readLists(connection, signal),
    blockOf: async (txid, signal) => {
      const { blockHash } = await connection.call(Core.method.getTransaction, { id: txid }, options(signal));
      const hash = bytesToHex(blockHash);
      return NO_HASH.test(hash) ? undefined : hash;
    },
    send: async (transaction, signal) =>
      (await connection.call(Core.method.broadcastTransaction, { transaction }, options(signal)))
        .transactionId,
  };
}

/** Reads a stream of headers with an end. Nodes differ in the number of headers a message has, and in what follows the 80 bytes of one. */
async function readHeaders(
  connection: PeerLink,
  from: number,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly headers: readonly Uint8Array[]; readonly chainLock: Uint8Array | undefined }> {
  const headers: Uint8Array[] = [];
  let chainLock: Uint8Array | undefined;
  let messages = 0;
  const request = { fromBlock: { case: 'fromBlockHeight', value: from }, count } as const;
  const method = Core.method.subscribeToBlockHeadersWithChainLocks;
  for await (const { responses } of connection.stream(method, request, signal)) {
    messages += 1;
    if (messages > count + MAX_OTHER_MESSAGES)
      throw new PeerError('outage', 'the peer sends too many messages');
    if (responses.case === 'chainLock' && responses.value.length === CHAIN_LOCK_BYTES)
      chainLock = responses.value;
    if (responses.case === 'blockHeaders')
      // A copy: the bytes of the peer's message, up to 8 MiB, are freed.
      for (const header of responses.value.headers) headers.push(header.slice(0, BLOCK_HEADER_SIZE));
    if (headers.length >= count) break;
  }
  if (headers.length < count)
    throw new PeerError('unhelpful', `the peer sent ${headers.length} of ${count} headers`);
  return { headers: headers.slice(0, count), chainLock };
}

/** ChainLocks beside the headers. */
const MAX_OTHER_MESSAGES = 10;

async function* readLists(connection: PeerLink, signal: AbortSignal): AsyncIterable<unknown> {
  for await (const { masternodeListDiff } of connection.stream(
    Core.method.subscribeToMasternodeList,
    {},
    signal,
  ))
    yield await runInTurns(decodeListSteps(masternodeListDiff));
}
