import {
  applyMasternodeListDiff,
  DevChain,
  emptyMasternodeList,
  masternodeListRoot,
  ZERO_HASH,
  type MasternodeList,
  type MasternodeListDiff,
} from '@dapikit/chain';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startGatewayUnderTest } from './gateway-under-test.js';
import { WebSocketClient, type Notice } from './web-socket-client.js';

/** What a client knows of the chain, and of the masternodes, by nothing but what it was told. */
class Replica {
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
      expect(height).toBe(this.blocks.length);
      this.blocks.push(String(hash));
    } else {
      expect({ event, height, hash }).toEqual({
        event: 'disconnected',
        height: this.blocks.length - 1,
        hash: this.blocks.pop(),
      });
    }
  }

  #takeList({ event, diff, blockHash }: Notice): void {
    if (event === 'reset') {
      expect(blockHash).toBe(this.list.blockHash);
      this.list = emptyMasternodeList(ZERO_HASH);
    } else {
      expect(event).toBe(this.list.blockHash === ZERO_HASH ? 'list' : 'diff');
      this.list = applyMasternodeListDiff(this.list, diff as MasternodeListDiff);
    }
  }
}

type Step = { kind: 'mine' | 'reorganise'; count: number } | { kind: 'leave' | 'come' | 'pause' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('reorganise' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constantFrom('leave' as const, 'come' as const, 'pause' as const) }),
);

it('whatever the chain does, and whenever a client comes and goes, it loses nothing and is told nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
      const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 2 });
      const { urls, stop } = await startGatewayUnderTest({}, { layer1: chain });
      try {
        const replica = new Replica();
        await replica.connect(urls[1]!);
        let isThere = true;
        for (const step of steps) {
          if (step.kind === 'mine') chain.mine(step.count);
          else if (step.kind === 'reorganise') chain.reorganise(step.count);
          else if (step.kind === 'pause') await new Promise((resolve) => void setTimeout(resolve, 2));
          else if (step.kind === 'leave' && isThere) {
            replica.disconnect();
            isThere = false;
          } else if (step.kind === 'come' && !isThere) {
            await replica.connect(urls[1]!);
            isThere = true;
          }
        }
        if (!isThere) await replica.connect(urls[1]!);
        await replica.reaches(chain.tip());
        const { height, hash } = chain.tip();
        const best = await Promise.all(
          Array.from({ length: height + 1 }, async (_, at) => chain.blockHash(at)),
        );
        expect(replica.blocks).toEqual(best);
        const whole = await chain.masternodeListDiff(ZERO_HASH, hash);
        expect(replica.list).toEqual(applyMasternodeListDiff(emptyMasternodeList(ZERO_HASH), whole));
        expect(masternodeListRoot([...replica.list.masternodes.values()])).toBe(whole.merkleRootMNList);
        replica.disconnect();
      } finally {
        await stop();
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);
