import { encodeBlockHeader } from '../../primitives/block/block-header.js';
import {
  buildPartialMerkleTreeInTurns,
  encodePartialMerkleTree,
} from '../../primitives/block/partial-merkle-tree.js';
import { bytesToHex, hexToBytes, isHex } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import type { SizedBlock } from '../../rules/consensus/sized-block.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { endsStep, runInTurns } from '../../base/event-loop/in-turns.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { carriesPayload } from '../../primitives/transaction/transaction.js';
import { BloomFilter } from '../json/bloom-filter.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { endOfData, invalidParameter } from '../rpc/rpc-params.js';
import { followers } from './block-headers.js';

const MAX_BLOCKS = 2000;

/** Types that no filter matches. Source: `CMerkleBlock` in `src/merkleblock.cpp` of dashpay/dash. */
const NEVER_MATCHED: ReadonlySet<number> = new Set([
  TransactionType.quorumCommitment,
  TransactionType.mnHardForkSignal,
]);

export const getMerkleBlocks: EmulatorMethod = {
  name: 'getmerkleblocks',
  category: 'Blockchain',
  summary: 'blocks that have transactions which match a filter: headers, and proofs of those transactions',
  params: [
    { name: 'filter', type: 'string', about: 'the filter of BIP-37, serialised, in hexadecimal' },
    { name: 'blockhash', type: 'string', about: 'the hash of the first block' },
    {
      name: 'count',
      type: 'numeric',
      isOptional: true,
      about: 'number of blocks to scan, 1 to 2000; 2000 by default',
    },
  ],
  async answer(node, params) {
    const filter = readFilter(params.text(0));
    const first = node.block(params.hash(1, 'blockhash'));
    const count = params.integer(2, MAX_BLOCKS);
    if (count <= 0 || count > MAX_BLOCKS) throw invalidParameter('Count is out of range');
    const proofs: string[] = [];
    for (const { block } of followers(first, count, node.chain)) {
      const matched = await runInTurns(matchSteps(block, filter));
      if (matched.size > 0) proofs.push(await prove(block, matched));
    }
    return proofs;
  },
};

function readFilter(hex: string): BloomFilter {
  try {
    const filter = BloomFilter.decode(isHex(hex) ? hexToBytes(hex) : new Uint8Array());
    if (filter.isAllowed) return filter;
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    throw endOfData();
  }
  throw invalidParameter('Filter is not within size constraints');
}

/** Returns the ids of the transactions that match, in steps. */
function* matchSteps({ transactions }: SizedBlock, filter: BloomFilter): Generator<undefined, Set<string>> {
  const matched = new Set<string>();
  for (const [position, subject] of transactions.entries()) {
    if (!isNeverMatched(subject) && filter.matches(subject)) matched.add(subject.txid);
    if (endsStep(position)) yield;
  }
  return matched;
}

function isNeverMatched({ transaction }: SizedTransaction): boolean {
  return carriesPayload(transaction) && NEVER_MATCHED.has(transaction.type);
}

async function prove({ header, transactions }: SizedBlock, matched: ReadonlySet<string>): Promise<string> {
  const txids = transactions.map(({ txid }) => txid);
  const tree = await buildPartialMerkleTreeInTurns(txids, matched);
  return bytesToHex(encodeBlockHeader(header)) + bytesToHex(encodePartialMerkleTree(tree));
}
