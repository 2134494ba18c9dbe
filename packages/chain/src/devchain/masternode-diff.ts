import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import { buildPartialMerkleTree, partialMerkleTreeToHex } from '../primitives/block/partial-merkle-tree.js';
import { bytesToHex, ZERO_HASH } from '../base/bytes/hex.js';
import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import type { ChainState } from '../chain/chainstate/chain-state.js';
import { simplifiedEntryOf, type Masternode } from '../rules/consensus/masternode.js';
import type { MasternodeRegistry } from '../rules/consensus/masternode-registry.js';
import { payloadIfSpecial } from '../rules/consensus/special-payload.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import { diffEntryFromSimplified } from '../primitives/masternode/diff-entry.js';
import type { MasternodeListDiff } from '../primitives/masternode/masternode-list-diff.js';
import { simplifiedEntryHash } from '../primitives/masternode/simplified-entry.js';
import { encodeTransaction } from '../primitives/transaction/transaction.js';
import { inDiffOrder } from './diff-order.js';
import { describeChoices, describeQuorums } from './quorum-diff.js';

const HASH_IN_ANY_CASE = /^[0-9a-fA-F]{64}$/;
const INTEGER = /^[+-]?\d+$/;
const INT32 = { min: -(2n ** 31n), max: 2n ** 31n - 1n };

/**
 * Returns the answer of Dash Core's `protx diff`.
 *
 * Source: `src/rpc/evo.cpp` and `src/evo/smldiff.cpp` of dashpay/dash.
 * @param base a block hash, a height in decimal digits, or 64 zeros for the genesis block
 * @param block a block hash, or a height in decimal digits
 * @throws {NodeRejectionError} with Dash Core's code and message
 */
export function masternodeDiff(chain: ChainState, base: string, block: string): MasternodeListDiff {
  const baseHash = blockReference(chain, base, 'baseBlock');
  const blockHash = blockReference(chain, block, 'block');
  const from = baseHash === ZERO_HASH ? chain.blockAt(0) : chain.block(baseHash);
  if (from === undefined) throw new NodeRejectionError(RPC_ERROR_CODES.misc, `block ${baseHash} not found`);
  const to = chain.block(blockHash);
  if (to === undefined) throw new NodeRejectionError(RPC_ERROR_CODES.misc, `block ${blockHash} not found`);
  if (!chain.isInBestChain(from) || !chain.isInBestChain(to)) {
    throw new NodeRejectionError(
      RPC_ERROR_CODES.misc,
      `block ${baseHash} and ${blockHash} are not in the same chain`,
    );
  }
  if (from.height > to.height) {
    throw new NodeRejectionError(
      RPC_ERROR_CODES.misc,
      `base block ${baseHash} is higher then block ${blockHash}`,
    );
  }
  return { ...describeDiff(from, to), baseBlockHash: baseHash };
}

function blockReference(chain: ChainState, reference: string, name: string): string {
  if (HASH_IN_ANY_CASE.test(reference)) return reference.toLowerCase();
  const height = INTEGER.test(reference) ? BigInt(reference) : undefined;
  if (height === undefined || height < INT32.min || height > INT32.max) {
    throw new NodeRejectionError(
      RPC_ERROR_CODES.invalidParameter,
      `${name} must be a 32bit integer (not '${reference}')`,
    );
  }
  const block = height < 1n ? undefined : chain.blockAt(Number(height));
  if (block === undefined) {
    throw new NodeRejectionError(
      RPC_ERROR_CODES.misc,
      `${name} must be a block hash or chain height and not ${reference}`,
    );
  }
  return block.hash;
}

function describeDiff(from: ChainBlock, to: ChainBlock): MasternodeListDiff {
  const before = masternodesAfter(from);
  const after = masternodesAfter(to);
  const deleted = inDiffOrder([...before].map(({ proTxHash }) => proTxHash)).filter(
    (hash) => !after.get(hash),
  );
  const changed = inDiffOrder([...after].map(({ proTxHash }) => proTxHash))
    .map((hash) => after.get(hash))
    .filter((masternode) => masternode !== undefined)
    .filter((masternode) => isChanged(before.get(masternode.proTxHash), masternode));
  const { transactions } = to.block;
  const txids = transactions.map(({ txid }) => txid);
  const [coinbase] = transactions;
  if (coinbase === undefined) throw new Error('a block begins with a coinbase');
  return {
    nVersion: 1,
    baseBlockHash: from.hash,
    blockHash: to.hash,
    cbTxMerkleTree: partialMerkleTreeToHex(buildPartialMerkleTree(txids, new Set([coinbase.txid]))),
    cbTx: bytesToHex(encodeTransaction(coinbase.transaction)),
    deletedMNs: deleted,
    mnList: changed.map((masternode) => diffEntryFromSimplified(simplifiedEntryOf(masternode), 'regtest')),
    ...describeQuorums(from, to),
    ...merkleRoots(coinbase.transaction),
    quorumsCLSigs: describeChoices(from, to),
  };
}

function masternodesAfter({ connected }: ChainBlock): MasternodeRegistry {
  if (connected === undefined) throw new Error('a block of the best chain is connected');
  return connected.masternodes;
}

/** Returns whether the simplified entry differs; its hash leaves out the version, which counts as well. */
function isChanged(before: Masternode | undefined, after: Masternode): boolean {
  if (before === undefined) return true;
  if (before === after) return false;
  const [old, current] = [simplifiedEntryOf(before), simplifiedEntryOf(after)];
  return old.version !== current.version || simplifiedEntryHash(old) !== simplifiedEntryHash(current);
}

function merkleRoots(
  coinbase: Parameters<typeof payloadIfSpecial>[0],
): Pick<MasternodeListDiff, 'merkleRootMNList' | 'merkleRootQuorums'> {
  const payload = payloadIfSpecial(coinbase);
  if (payload?.kind !== 'cbTx') return {};
  const { merkleRootMNList } = payload;
  return payload.version === 1
    ? { merkleRootMNList }
    : { merkleRootMNList, merkleRootQuorums: payload.merkleRootQuorums };
}
