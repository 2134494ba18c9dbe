import { hexToBytes } from '../../base/bytes/hex.js';
import type {
  ChainReaders,
  MasternodeDetails,
  NodeDetails,
  StoredTransaction,
} from '../../layer1/chain-reads.js';
import { BLOCK_HEADER_SIZE } from '../../primitives/block/block-header-size.js';
import { NodeRejectionError, type CallOptions } from '../../layer1/layer1.js';
import { ifReported } from './node-answers.js';
import type { RpcMethod } from './rpc-method.js';
import type { RpcResult } from './rpc-result.js';

/** Calls a method of a node, and reads its answer. */
export type CallNode = <T>(
  options: CallOptions | undefined,
  read: (answer: RpcResult) => T,
  method: RpcMethod,
  ...params: readonly unknown[]
) => Promise<T>;

const CHAIN_WORK_BYTES = 32;

/** Reads a node over RPC. Source of the answers: `src/rpc` of dashpay/dash. */
export function nodeReaders(call: CallNode): ChainReaders<CallOptions | undefined> {
  return {
    block: ({ hash }, options) => call(options, bytes, 'getblock', hash, 0),
    place: ({ hash }, options) => call(options, place, 'getblockheader', hash),
    headers: ({ hash, count }, options) =>
      call(options, (answer) => answer.items().map(header), 'getblockheaders', hash, count, false),
    transaction: ({ txid }, options) => call(options, storedTransaction, 'getrawtransaction', txid, true),
    mempool: (_, options) =>
      call(options, (answer) => answer.items().map((id) => id.hash()), 'getrawmempool'),
    instantLock: ({ txid }, options) => ifReported(call(options, instantLock, 'getislocks', [txid])),
    nodeDetails: async (_, options) => {
      const [network, blockchain] = await Promise.all([
        call(options, networkDetails, 'getnetworkinfo'),
        call(options, blockchainDetails, 'getblockchaininfo'),
      ]);
      return { ...network, ...blockchain };
    },
    masternode: (_, options) => masternodeOf(call(options, masternodeDetails, 'masternode', 'status')),
    feeEstimate: ({ blocks }, options) => ifReported(call(options, feeEstimate, 'estimatesmartfee', blocks)),
  };
}

const bytes = (answer: RpcResult): Uint8Array => hexToBytes(answer.hexText());
const header = (answer: RpcResult): Uint8Array => hexToBytes(answer.hex(BLOCK_HEADER_SIZE));

/** Beside the best chain a block has -1 confirmations. */
const place = (answer: RpcResult): { height: number; isInBestChain: boolean } => ({
  height: answer.member('height').count(),
  isInBestChain: answer.member('confirmations').integer() > 0,
});

function storedTransaction(answer: RpcResult): StoredTransaction {
  const hash = answer.optionalMember('blockhash')?.hash();
  const confirmations = answer.optionalMember('confirmations')?.count() ?? 0;
  return {
    serialized: bytes(answer.member('hex')),
    // Of a block that left the best chain there is the hash, and no confirmations.
    block:
      hash === undefined || confirmations === 0
        ? undefined
        : { hash, height: answer.member('height').count() },
    confirmations,
    isInstantLocked: answer.optionalMember('instantlock_internal')?.boolean() ?? false,
    isChainLocked: answer.optionalMember('chainlock')?.boolean() ?? false,
  };
}

/** The text `None` stands for a transaction without a lock. */
function instantLock(answer: RpcResult): Uint8Array | undefined {
  const [lock] = answer.items();
  return lock === undefined || lock.value() === 'None' ? undefined : bytes(lock.member('hex'));
}

function networkDetails(
  answer: RpcResult,
): Pick<NodeDetails, 'protocolVersion' | 'softwareVersion' | 'timeOffset' | 'relayFee' | 'incrementalFee'> {
  return {
    protocolVersion: answer.member('protocolversion').count(),
    softwareVersion: answer.member('version').count(),
    timeOffset: answer.member('timeoffset').integer(),
    relayFee: answer.member('relayfee').number(),
    incrementalFee: answer.member('incrementalfee').number(),
  };
}

function blockchainDetails(
  answer: RpcResult,
): Pick<NodeDetails, 'chainWork' | 'verificationProgress' | 'warnings'> {
  return {
    chainWork: answer.member('chainwork').hex(CHAIN_WORK_BYTES),
    verificationProgress: answer.member('verificationprogress').number(),
    warnings: warningsOf(answer.optionalMember('warnings')),
  };
}

/** A text, or a list of them in newer versions. */
function warningsOf(warnings: RpcResult | undefined): string {
  const value = warnings?.value();
  return Array.isArray(value) ? value.map(String).join('; ') : typeof value === 'string' ? value : '';
}

function masternodeDetails(answer: RpcResult): MasternodeDetails {
  const penalty = answer.optionalMember('dmnState')?.optionalMember('PoSePenalty');
  return {
    state: answer.member('state').text(),
    proTxHash: answer.optionalMember('proTxHash')?.hash(),
    posePenalty: Math.max(0, penalty?.integer() ?? 0),
  };
}

/** A node that is no masternode rejects the call. */
async function masternodeOf(details: Promise<MasternodeDetails>): Promise<MasternodeDetails | undefined> {
  try {
    return await details;
  } catch (error) {
    if (error instanceof NodeRejectionError) return undefined;
    throw error;
  }
}

/** The response has errors where there is no estimate. */
const feeEstimate = (answer: RpcResult): number | undefined => answer.optionalMember('feerate')?.number();
