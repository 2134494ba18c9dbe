import assert from 'node:assert/strict';
import { applyMasternodeListDiff, emptyMasternodeList, ZERO_HASH, type MasternodeList } from '@dapikit/chain';
import { WebSocketClient, type Notice } from './web-socket-client.js';

/** What a client knows of the chain, and of the masternodes, by nothing but what it was told. */
export class Replica {
  readonly blocks: string[] = [];
  list: MasternodeList = emptyMasternodeList(ZERO_HASH);
  #client: WebSocketClient | undefined;
  #told = 0;

  /** Connects again, and goes on from what it has. */
  async connect(url: string): Promise<void> {
    this.#told = 0;
    this.#client = await WebSocketClient.open(url);
    const { blocks, list } = this;
    await this.#client.subscribe('subscribeToBlocks', {
      fromHeight: blocks.length,
      ...(blocks.length > 0 && { previousHash: blocks.at(-1) }),
    });
    await this.#client.subscribe(
      'subscribeToMasternodeList',
      list.blockHash === ZERO_HASH ? undefined : { baseBlockHash: list.blockHash },
    );
  }

  /** Goes away, perhaps before it took all that was sent to it. */
  disconnect(): void {
    this.take();
    this.#client?.socket.terminate();
    this.#client = undefined;
  }

  /** Applies what came. */
  take(): void {
    const messages = this.#client?.messages.slice(this.#told) ?? [];
    this.#told += messages.length;
    for (const message of messages) {
      if (!('params' in message)) continue;
      if (message.method === 'subscribeToBlocks') this.#takeBlock(message.params.result);
      else this.#takeList(message.params.result);
    }
  }

  async reaches({ hash }: { hash: string }): Promise<void> {
    await this.#client?.until(() => {
      this.take();
      return this.blocks.at(-1) === hash && this.list.blockHash === hash ? true : undefined;
    });
  }

  #takeBlock({ event, hash, height }: Notice): void {
    if (event === 'connected') {
      assert.equal(height, this.blocks.length);
      this.blocks.push(String(hash));
    } else {
      const former = { event: 'disconnected', height: this.blocks.length - 1, hash: this.blocks.pop() };
      assert.deepEqual({ event, height, hash }, former);
    }
  }

  #takeList({ event, diff, blockHash }: Notice): void {
    if (event === 'reset') {
      assert.equal(blockHash, this.list.blockHash);
      this.list = emptyMasternodeList(ZERO_HASH);
    } else {
      assert.equal(event, this.list.blockHash === ZERO_HASH ? 'list' : 'diff');
      assert(diff);
      this.list = applyMasternodeListDiff(this.list, diff);
    }
  }
}
