import { NodeUnavailableError, type CallOptions, type Layer1 } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { gatewayObserver } from '../src/base/observe/gateway-observer.js';
import { Metrics } from '../src/base/observe/metrics.js';
import { cachedLayer1 } from '../src/cache/cached-layer1.js';
import { DEFAULT_CACHE_SETTINGS } from '../src/settings/settings.js';
import { gatewayForTest } from './gateway-under-test.js';
import { blockHashCall } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES } from './raw-connection.js';
import { BLOCK_HASHES, recordedLayer1 } from './recorded-layer1.js';
import { WebSocketClient } from './web-socket-client.js';

const HEIGHT = 7;
const CALL = blockHashCall(HEIGHT);

/** The recorded node, which answers the hash at a height when it is let go, and keeps who asked. */
class HeldNode {
  readonly questions: { readonly signal: AbortSignal; readonly answer: () => void }[] = [];
  readonly layer1: Layer1 = {
    ...recordedLayer1(),
    blockHash: (height, options) => this.#ask(height, options),
  };

  #ask(height: number, { signal }: CallOptions = {}): Promise<string> {
    if (signal === undefined) throw new Error('expected a signal');
    return new Promise((resolve, reject) => {
      const answer = (): void => resolve(BLOCK_HASHES[height]!);
      signal.addEventListener('abort', () => reject(new NodeUnavailableError('gone', 'cancelled')));
      this.questions.push({ signal, answer });
    });
  }
}

async function held() {
  const node = new HeldNode();
  const metrics = new Metrics('1.2.3');
  const layer1 = cachedLayer1(node.layer1, DEFAULT_CACHE_SETTINGS);
  // Without a tip it would ask once more.
  await layer1.tip();
  const parts = { layer1, metrics, observer: gatewayObserver(metrics) };
  const gateway = await gatewayForTest({}, parts);
  const asked = async (count: number): Promise<void> => {
    await expect.poll(() => node.questions.length).toBe(count);
  };
  const outcomes = async (outcome: string, count = 1): Promise<boolean> =>
    (await metrics.text()).includes(`{method="getBlockHash",outcome="${outcome}"} ${count}\n`);
  return { ...gateway, questions: node.questions, asked, outcomes };
}

describe('a client that disconnects', () => {
  it('cancels its call to the node over HTTP', async () => {
    const { port, questions, asked, outcomes, logLines } = await held();
    const connection = await openConnection(port, 'http');
    connection.write(postText(CALL));
    await asked(1);
    expect(questions[0]?.signal.aborted).toBe(false);
    connection.socket.destroy();
    await expect.poll(() => questions[0]?.signal.aborted).toBe(true);
    await expect.poll(() => outcomes('cancelled')).toBe(true);
    expect(logLines.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('cancels its call after earlier responses on the connection', async () => {
    const { port, questions, asked } = await held();
    const connection = await openConnection(port, 'http');
    for (const [at, height] of [1, 2, 3].entries()) {
      connection.write(postText(blockHashCall(height)));
      await asked(at + 1);
      questions[at]?.answer();
      await connection.response();
    }
    connection.write(postText(CALL));
    await asked(4);
    connection.socket.destroy();
    await expect
      .poll(() => questions.map(({ signal }) => signal.aborted))
      .toEqual([false, false, false, true]);
  });

  it.each(SCHEMES)('cancels all its calls to the node, including pipelined ones, over %s', async (scheme) => {
    const { port, questions, asked, outcomes } = await held();
    const connection = await openConnection(port, scheme);
    connection.write([1, 2, 3, 4].map((height) => postText(blockHashCall(height))).join(''));
    await asked(4);
    questions[0]?.answer();
    await connection.response();
    connection.socket.destroy();
    await expect.poll(() => questions.map(({ signal }) => signal.aborted)).toEqual([false, true, true, true]);
    await expect.poll(() => outcomes('cancelled', 3)).toBe(true);
  });

  it('cancels its call to the node over HTTPS', async () => {
    const { port, questions, asked } = await held();
    const connection = await openConnection(port, 'https');
    connection.write(postText(CALL));
    await asked(1);
    connection.socket.destroy();
    await expect.poll(() => questions[0]?.signal.aborted).toBe(true);
  });

  it('cancels all its calls to the node over a WebSocket', async () => {
    const { urls, questions, asked } = await held();
    const client = await WebSocketClient.forTest(urls.at(-1)!);
    for (const height of [1, 2, 3]) client.socket.send(blockHashCall(height));
    await asked(3);
    client.socket.terminate();
    await expect.poll(() => questions.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });

  it('does not cancel a call it shares with other clients', async () => {
    const { port, questions, asked, outcomes } = await held();
    const [leaving, staying] = [await openConnection(port, 'http'), await openConnection(port, 'http')];
    leaving.write(postText(CALL));
    await asked(1);
    staying.write(postText(CALL));
    leaving.socket.destroy();
    await expect.poll(() => outcomes('cancelled')).toBe(true);
    expect(questions.map(({ signal }) => signal.aborted)).toEqual([false]);
    questions[0]?.answer();
    expect(JSON.parse((await staying.response()).body)).toMatchObject({ result: BLOCK_HASHES[HEIGHT] });
    expect(questions).toHaveLength(1);
  });

  it('cancels nothing after its response', async () => {
    const { port, questions, asked } = await held();
    const connection = await openConnection(port, 'http');
    connection.write(postText(CALL));
    await asked(1);
    questions[0]?.answer();
    await connection.response();
    connection.write(postText(blockHashCall(HEIGHT + 1)));
    await asked(2);
    expect(questions.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });
});
