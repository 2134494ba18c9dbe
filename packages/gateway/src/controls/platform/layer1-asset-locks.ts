import {
  bytesToHex,
  classifyScript,
  decodeInstantLock,
  decodePayload,
  decodeTransaction,
  hexToBytes,
  MalformedBytesError,
  NodeRejectionError,
  transactionId,
  verifyInstantLock,
  ZERO_HASH,
  type InstantLock,
  type Layer1,
  type SigningQuorum,
  type Transaction,
} from '@dapikit/chain';
import type { AssetLockSource, CreditOutput } from '@dapikit/platform';

/** Part of layer 1 that asset locks need. */
type AssetLockLayer1 = Pick<Layer1, 'read' | 'tip' | 'blockHash' | 'masternodeListDiff'>;

/** The types of quorums that sign InstantSend locks. Source: `llmqTypeDIP0024InstantSend` in `src/chainparams.cpp` of dashpay/dash. */
const INSTANT_LOCK_TYPES: ReadonlySet<number> = new Set([5, 103, 105]);

/** Returns the asset locks of a layer 1 for a platform: of the development chain, or of nodes. */
export const layer1AssetLocks = (layer1: AssetLockLayer1): AssetLockSource => ({
  readTransaction: (bytes) => {
    const transaction = readable(() => decodeTransaction(bytes));
    return (
      transaction && {
        id: internal(transactionId(transaction)),
        inputs: transaction.inputs.length,
        creditOutputs: creditOutputsOf(transaction),
      }
    );
  },
  lockedTransaction: (bytes) => {
    const lock = readable(() => decodeInstantLock(bytes));
    return lock && internal(lock.txid);
  },
  isSigned: async (bytes) => {
    const lock = readable(() => decodeInstantLock(bytes));
    return lock !== undefined && verifyInstantLock(lock, await quorumsOf(layer1, lock));
  },
  findTransaction: async (id) => {
    const txid = bytesToHex(id.toReversed());
    const found = await known(async () => layer1.read('transaction', { txid }));
    return found && { bytes: found.serialized, height: found.block?.height };
  },
});

function creditOutputsOf(transaction: Transaction): readonly CreditOutput[] | undefined {
  const payload = readable(() => decodePayload(transaction));
  if (payload?.kind !== 'assetLockTx') return undefined;
  return payload.creditOutputs.map(({ value, scriptPubKey }) => {
    const script = classifyScript(scriptPubKey);
    return {
      duffs: value,
      keyHash: script.type === 'pubkeyhash' ? Uint8Array.from(script.hash) : undefined,
    };
  });
}

/** Returns the quorums of the cycle that a lock names: each was made at the block of its index. */
async function quorumsOf(layer1: AssetLockLayer1, { cycleHash }: InstantLock): Promise<SigningQuorum[]> {
  const place = await known(async () => layer1.read('place', { hash: cycleHash }));
  if (place === undefined || !place.isInBestChain) return [];
  const { hash: tip, height } = await layer1.tip();
  const { newQuorums } = await layer1.masternodeListDiff(ZERO_HASH, tip);
  const quorums: SigningQuorum[] = [];
  for (const quorum of newQuorums) {
    const { llmqType, quorumIndex, quorumHash } = quorum;
    const madeAt = place.height + quorumIndex;
    if (!INSTANT_LOCK_TYPES.has(llmqType) || madeAt > height) continue;
    if ((await layer1.blockHash(madeAt)) === quorumHash) quorums.push(quorum);
  }
  return quorums;
}

/** Returns an id in internal order. */
const internal = (hash: string): Uint8Array => hexToBytes(hash).toReversed();

/** Returns the result of a read; undefined if the node does not know it. */
async function known<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NodeRejectionError) return undefined;
    throw error;
  }
}

/** Returns decoded bytes; nothing where they are malformed. */
function readable<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof MalformedBytesError) return undefined;
    throw error;
  }
}
