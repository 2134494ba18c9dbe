import dashcore from '@dashevo/dashcore-lib';
import type { Client } from '@connectrpc/connect';
import {
  applyMasternodeListDiff,
  bytesToHex,
  decodeTransaction,
  emptyMasternodeList,
  hexToBytes,
  transactionId,
  ZERO_HASH,
  type MasternodeList,
  type MasternodeListDiff,
} from '@dapikit/chain';
import { decode } from 'cborg';
import type {
  BlockHeadersWithChainLocksResponse,
  Core,
  MasternodeListResponse,
  TransactionsWithProofsResponse,
} from '../../src/grpc/generated/dapi_pb.js';
import { BlockReplica, StreamReplica, type ReplicaBlock } from './stream-replica.js';

type CoreClient = Client<typeof Core>;

const HEADER_BYTES = 80;

/** A filter as a request has it. */
export interface RequestFilter {
  readonly vData: Uint8Array<ArrayBuffer>;
  readonly nHashFuncs: number;
  readonly nTweak: number;
  readonly nFlags: number;
}

/** What a client knows of headers and ChainLocks. */
export class HeaderReplica extends BlockReplica<BlockHeadersWithChainLocksResponse, ReplicaBlock> {
  /** The ChainLocks in the order in which they came, in hexadecimal. */
  readonly locks: string[] = [];
  readonly #core: CoreClient;
  #isFirst = true;

  constructor(core: CoreClient, first: number) {
    super(first);
    this.#core = core;
  }

  protected override opened(): void {
    super.opened();
    this.#isFirst = true;
  }

  protected override open(signal: AbortSignal): AsyncIterable<BlockHeadersWithChainLocksResponse> {
    return this.#core.subscribeToBlockHeadersWithChainLocks({ fromBlock: this.start }, { signal });
  }

  protected override take({ responses }: BlockHeadersWithChainLocksResponse): void {
    if (responses.case === 'chainLock') this.#takeLock(bytesToHex(responses.value));
    else if (responses.case === 'blockHeaders')
      for (const header of responses.value.headers) this.add(header, (hash) => ({ hash }));
    this.#isFirst = false;
  }

  #takeLock(lock: string): void {
    // The best one comes first, before the headers.
    const hash = dashcore.ChainLock.fromHex(lock).blockHash.toString('hex');
    if (!this.#isFirst && !this.blocks.some((block) => block.hash === hash))
      this.wrong.push(['ChainLock before its block', hash]);
    this.locks.push(lock);
  }
}

/** A block with the transactions in it that match. */
export interface FilteredBlock extends ReplicaBlock {
  readonly txids: readonly string[];
}

/** What a client knows of the transactions that match its filter. */
export class TransactionReplica extends BlockReplica<TransactionsWithProofsResponse, FilteredBlock> {
  /** Transactions that came without a block. */
  readonly loose: string[] = [];
  /** InstantSend locks, in hexadecimal. */
  readonly locks: string[] = [];
  readonly #core: CoreClient;
  readonly #bloomFilter: RequestFilter | undefined;
  /** Of the last message: of the block that follows, or waiting for one. */
  #last: readonly string[] = [];

  constructor(core: CoreClient, first: number, bloomFilter: RequestFilter | undefined) {
    super(first);
    this.#core = core;
    this.#bloomFilter = bloomFilter;
  }

  protected override opened(): void {
    super.opened();
    this.#last = [];
  }

  protected override open(signal: AbortSignal): AsyncIterable<TransactionsWithProofsResponse> {
    const filter = this.#bloomFilter === undefined ? {} : { bloomFilter: this.#bloomFilter };
    return this.#core.subscribeToTransactionsWithProofs({ fromBlock: this.start, ...filter }, { signal });
  }

  protected override take({ responses }: TransactionsWithProofsResponse): void {
    const transactions = this.#last;
    this.#last = [];
    if (responses.case === 'rawMerkleBlock') {
      this.#takeBlock(responses.value, transactions);
      return;
    }
    this.loose.push(...transactions);
    if (responses.case === 'rawTransactions')
      this.#last = responses.value.transactions.map((bytes) => transactionId(decodeTransaction(bytes)));
    else if (responses.case === 'instantSendLockMessages')
      this.locks.push(...responses.value.messages.map(bytesToHex));
  }

  #takeBlock(bytes: Uint8Array, transactions: readonly string[]): void {
    const block = dashcore.MerkleBlock.fromBuffer(Buffer.from(bytes));
    if (!block.validMerkleTree()) this.wrong.push('invalid Merkle tree');
    // The official library has the ids of proofs in internal order.
    const txids = block
      .getMatchedTransactionHashes()
      .map((internal) => bytesToHex(hexToBytes(internal).toReversed()));
    const isOwn = txids.length > 0;
    if (isOwn && txids.join() !== transactions.join())
      this.wrong.push(['transactions other than the proof', txids, transactions]);
    if (!isOwn) this.loose.push(...transactions);
    this.add(bytes.subarray(0, HEADER_BYTES), (hash) => ({ hash, txids }));
  }
}

/** What a client knows of the masternodes. */
export class MasternodeReplica extends StreamReplica<MasternodeListResponse> {
  list: MasternodeList = emptyMasternodeList(ZERO_HASH);
  readonly #core: CoreClient;
  readonly #check: (list: MasternodeList) => void;
  #isFirst = true;

  /** @param check is called with each list that the client comes to have */
  constructor(core: CoreClient, check: (list: MasternodeList) => void) {
    super();
    this.#core = core;
    this.#check = check;
  }

  protected override opened(): void {
    this.#isFirst = true;
  }

  protected override stepBack(): boolean {
    return false;
  }

  protected override open(signal: AbortSignal): AsyncIterable<MasternodeListResponse> {
    return this.#core.subscribeToMasternodeList({}, { signal });
  }

  protected override take({ masternodeListDiff }: MasternodeListResponse): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what applying it checks
    const diff = decode(masternodeListDiff) as MasternodeListDiff;
    const isFull = diff.baseBlockHash === ZERO_HASH;
    if (this.#isFirst && !isFull) this.wrong.push('a stream that begins with a change');
    this.#isFirst = false;
    try {
      this.list = applyMasternodeListDiff(isFull ? emptyMasternodeList(ZERO_HASH) : this.list, diff);
      this.#check(this.list);
    } catch (error) {
      this.wrong.push(error);
    }
  }
}
