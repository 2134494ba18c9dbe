import assert from 'node:assert/strict';
import { NodeUnavailableError } from '@dapikit/chain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MovingLayer1 } from '../../../test/moving-layer1.js';
import { recordedLog } from '../../../test/recorded-log.js';
import { NotifiedChain, type ChainEvent } from './notified-chain.js';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};

/** Does with blocks what an event tells. */
function replay(blocks: string[], { kind, height, hash }: ChainEvent): void {
  if (kind === 'connected') {
    assert.equal(blocks.push(hash), height + 1);
  } else {
    assert.deepEqual(
      { kind: 'disconnected', height: blocks.length - 1, hash: blocks.pop() },
      { kind, height, hash },
    );
  }
}

interface Following {
  readonly chain: NotifiedChain;
  readonly events: ChainEvent[];
}

async function following(node: MovingLayer1): Promise<Following> {
  const chain = new NotifiedChain(node.layer1, recordedLog().log);
  await chain.started();
  const events: ChainEvent[] = [];
  chain.watch((event) => events.push(event));
  return { chain, events };
}

const short = (events: readonly ChainEvent[]): string[] =>
  events.map(({ kind, height, hash }) => `${kind} ${height} ${Number.parseInt(hash, 16)}`);

describe('NotifiedChain', () => {
  it('queries nothing before it is started, then the last blocks', async () => {
    const node = new MovingLayer1(100);
    const chain = new NotifiedChain(node.layer1, recordedLog().log);
    expect(node.asked).toEqual([]);
    await Promise.all([chain.started(), chain.started()]);
    expect(node.asked.filter((call) => call === 'tip')).toHaveLength(1);
    expect(chain.tip).toEqual(node.tip);
    expect(chain.has({ hash: node.blocks[36]!, height: 36 })).toBe(true);
    expect(chain.has({ hash: node.blocks[35]!, height: 35 })).toBeUndefined();
  });

  it('emits consecutive blocks without queries once it is synchronized', async () => {
    const node = new MovingLayer1(10);
    const { events } = await following(node);
    node.connect();
    node.tell();
    await turns(5);
    const asked = node.asked.length;
    node.connect();
    node.disconnect();
    node.connect();
    node.tell();
    expect(short(events)).toEqual([
      'connected 11 12',
      'connected 12 13',
      'disconnected 12 13',
      'connected 12 14',
    ]);
    expect(node.asked).toHaveLength(asked);
  });

  it('emits each event once when the chain moves during the start', async () => {
    const node = new MovingLayer1(10);
    const chain = new NotifiedChain(node.layer1, recordedLog().log);
    const starting = chain.started();
    await Promise.resolve();
    node.connect();
    node.disconnect();
    node.connect();
    await starting;
    const { tip } = chain;
    const events: ChainEvent[] = [];
    chain.watch((event) => events.push(event));
    node.tell();
    node.connect();
    node.tell();
    await turns(20);
    expect(chain.tip).toEqual(node.tip);
    expect(events.map(({ hash }) => hash)).toEqual(node.blocks.slice(tip.height + 1));
  });

  it('emits "replaced" when none of its blocks is left', async () => {
    const node = new MovingLayer1(10);
    const { events, chain } = await following(node);
    node.replace();
    node.tell();
    await turns(20);
    expect(events).toEqual([{ kind: 'replaced', ...node.tip }]);
    expect(chain.tip).toEqual(node.tip);
    node.connect();
    node.tell();
    await turns(5);
    expect(events.at(-1)).toEqual({ kind: 'connected', ...node.tip });
  });

  it('resumes when the node responds again', async () => {
    const node = new MovingLayer1(10);
    const { events } = await following(node);
    node.failures.push(new NodeUnavailableError('gone'));
    node.connect();
    node.tell();
    await turns(5);
    node.connect();
    node.tell();
    await expect
      .poll(() => short(events), { timeout: 60_000 })
      .toEqual(['connected 11 12', 'connected 12 13']);
  });

  it('can be started again after a failed start', async () => {
    const node = new MovingLayer1(10);
    node.failures.push(new NodeUnavailableError('gone'));
    const chain = new NotifiedChain(node.layer1, recordedLog().log);
    await expect(chain.started()).rejects.toThrow(NodeUnavailableError);
    node.connect();
    node.tell();
    await chain.started();
    expect(chain.tip).toEqual(node.tip);
  });

  it('removes its watchers when it is closed', async () => {
    const node = new MovingLayer1(10);
    const { chain, events } = await following(node);
    expect(node.watchers).toBe(2);
    chain.close();
    expect(node.watchers).toBe(0);
    node.connect();
    node.tell();
    await turns(5);
    expect(events).toEqual([]);
  });

  it('emits ChainLocks after their blocks, and only higher ones', async () => {
    const node = new MovingLayer1(10);
    const { events, chain } = await following(node);
    const first = node.connect();
    node.lock();
    node.connect();
    node.lock(first);
    node.lock();
    node.tell();
    await turns(10);
    expect(short(events)).toEqual([
      'connected 11 12',
      'connected 12 13',
      'chainLocked 11 12',
      'chainLocked 12 13',
    ]);
    expect(chain.chainLock).toMatchObject(node.tip);
  });

  it('follows any sequence of blocks, however late the node notifies', async () => {
    const anyStep = fc.oneof(
      { weight: 4, arbitrary: fc.constant('connect') },
      { weight: 2, arbitrary: fc.constant('disconnect') },
      { weight: 3, arbitrary: fc.constant('tell') },
      { weight: 2, arbitrary: fc.constant('turn') },
      { weight: 1, arbitrary: fc.constant('tell all') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), fc.nat(20), async (steps, startedAt) => {
        const node = new MovingLayer1(30);
        const chain = new NotifiedChain(node.layer1, recordedLog().log);
        const replayed: string[] = [];
        const start = async (): Promise<void> => {
          await chain.started();
          for (let height = 0; height < chain.tip.height; height += 1) replayed.push(chain.at(height)!.hash);
          replayed.push(chain.tip.hash);
          chain.watch((event) => replay(replayed, event));
        };
        let starting: Promise<void> | undefined;
        for (const [index, step] of steps.entries()) {
          if (index === startedAt) starting = start();
          if (step === 'connect') node.connect();
          else if (step === 'disconnect' && node.tip.height > 5) node.disconnect();
          else if (step === 'tell') node.tell(1);
          else if (step === 'tell all') node.tell();
          else if (step === 'turn') await turns(1);
        }
        await (starting ?? start());
        node.connect();
        node.tell();
        await expect.poll(() => chain.tip, { interval: 1, timeout: 60_000 }).toEqual(node.tip);
        expect(replayed).toEqual(node.blocks);
        chain.close();
      }),
      { numRuns: 200 },
    );
  });
});
