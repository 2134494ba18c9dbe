import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import { blockHash, decodeBlockHeader, hexToBytes } from '@dapikit/chain';

/** With which a stream may end while nodes fail, or when the block that it was to go on from has left the chain. */
const EXPECTED: ReadonlySet<Code> = new Set([Code.Unavailable, Code.DeadlineExceeded]);
const RETRY_MS = 20;

/** Where a stream starts: at a height, or at a block that the client has. */
export type Start =
  | { readonly case: 'fromBlockHeight'; readonly value: number }
  | { readonly case: 'fromBlockHash'; readonly value: Uint8Array };

/** A block as a client knows it. */
export interface ReplicaBlock {
  readonly hash: string;
}

/**
 * What a client knows from one stream alone. It opens the stream again when it fails, and continues from what it has. What no client
 * should have to cope with is `wrong`.
 */
export abstract class StreamReplica<Message> {
  readonly wrong: unknown[] = [];
  readonly #closing = new AbortController();
  #isOpen = false;
  failures = 0;

  /** Opens a stream from where the client is. */
  protected abstract open(signal: AbortSignal): AsyncIterable<Message>;
  protected abstract take(message: Message): void;
  /** Is called before the messages of a stream come. */
  protected abstract opened(): void;
  /** Is called where the stream cannot start from where the client is. @returns whether it can be tried again */
  protected abstract stepBack(): boolean;

  /** Reads until {@link close}. */
  async run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        this.opened();
        for await (const message of this.open(signal)) {
          this.#isOpen = true;
          this.take(message);
        }
        this.wrong.push('a stream without an end has ended');
      } catch (error) {
        if (signal.aborted) return;
        this.failures += 1;
        this.#failed(error);
      }
      await sleep(RETRY_MS);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #failed(error: unknown): void {
    const isOpen = this.#isOpen;
    this.#isOpen = false;
    if (!(error instanceof ConnectError)) this.wrong.push(error);
    else if (error.code === Code.NotFound && !isOpen && this.stepBack()) return;
    else if (!EXPECTED.has(error.code)) this.wrong.push(error);
  }
}

/** A replica of blocks that follow each other: each header continues the chain that the client has, or replaces its end. */
export abstract class BlockReplica<Message, Block extends ReplicaBlock> extends StreamReplica<Message> {
  readonly first: number;
  /** From the first height on. */
  readonly blocks: Block[] = [];
  #isResumed = false;

  constructor(first: number) {
    super();
    this.first = first;
  }

  protected get start(): Start {
    const last = this.blocks.at(-1);
    return last === undefined
      ? { case: 'fromBlockHeight', value: this.first }
      : { case: 'fromBlockHash', value: hexToBytes(last.hash) };
  }

  protected override opened(): void {
    this.#isResumed = this.blocks.length > 0;
  }

  protected override stepBack(): boolean {
    return this.blocks.pop() !== undefined;
  }

  /** Adds a block behind the one that its header names. */
  protected add(header: Uint8Array, blockOf: (hash: string) => Block): void {
    const decoded = decodeBlockHeader(header);
    const block = blockOf(blockHash(decoded));
    const isResumed = this.#isResumed;
    this.#isResumed = false;
    // A stream from a block begins with that block.
    if (isResumed && block.hash === this.blocks.at(-1)?.hash) {
      this.blocks[this.blocks.length - 1] = block;
      return;
    }
    if (this.blocks.some(({ hash }) => hash === block.hash)) this.wrong.push(['twice', block.hash]);
    const at = this.blocks.findIndex(({ hash }) => hash === decoded.previousBlockHash);
    // What replaces the first block has one before it that the client does not know.
    if (at === -1 && this.blocks.length > 0) this.wrong.push(['not connected', block.hash]);
    this.blocks.splice(at + 1, Infinity, block);
  }
}
