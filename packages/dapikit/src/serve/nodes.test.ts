import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metrics, gatewayObserver } from '@dapikit/gateway';
import { pino } from 'pino';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { FakeChain } from '../../../chain/test/fake-chain.js';
import { FakeNode } from '../../../chain/test/fake-node.js';
import { until } from '../../../chain/test/watched.js';
import { CommandError } from '../program/command.js';
import { Nodes } from './nodes.js';
import type { NodeSettings } from '../settings/node-settings.js';

const hashOf = (number: number): string => number.toString(16).padStart(64, '0');
const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A node of a chain of ten blocks. */
async function startNode(): Promise<FakeNode> {
  const chain = new FakeChain(hashOf(0));
  for (let number = 1; number < 10; number += 1) chain.add(hashOf(number));
  const node = await FakeNode.start((call) => chain.answer(call));
  endings.push(() => node.stop());
  return node;
}

const settingsOf = (name: string, url: string, more: Partial<NodeSettings> = {}): NodeSettings => ({
  name,
  url,
  credentials: undefined,
  ca: undefined,
  zmq: 'none',
  ...more,
});

async function open(...settings: NodeSettings[]) {
  const metrics = new Metrics('1.2.3');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const parts = { metrics, observer: gatewayObserver(metrics), log };
  const nodes = await Nodes.open(settings, parts);
  endings.push(() => nodes.close());
  await until(() => nodes.layer1.health().isReady);
  return { nodes, lines };
}

const stateOf = (nodes: Nodes, name: string) =>
  nodes.layer1.health().nodes.find((node) => node.name === name);

it('an unchanged node keeps its state through a reload, and the chain continues', async () => {
  const [first, second] = [await startNode(), await startNode()];
  const gone = settingsOf('gone', 'http://127.0.0.1:1');
  const { nodes } = await open(settingsOf('first', first.url), gone);
  await until(() => stateOf(nodes, 'gone')?.state === 'failing');
  const events: unknown[] = [];
  nodes.layer1.watchBlocks((event) => events.push(event));
  const health = stateOf(nodes, 'gone');
  (await nodes.change([settingsOf('second', second.url), gone])).apply();
  // Taken out it was, and stays so until its time has come.
  expect(stateOf(nodes, 'gone')).toMatchObject({ state: 'failing', failure: health?.failure });
  await until(() => stateOf(nodes, 'second')?.state === 'healthy');
  expect(nodes.reports().map(({ name, isUp }) => [name, isUp])).toEqual([
    ['second', true],
    ['gone', false],
  ]);
  expect(await nodes.layer1.tip()).toEqual({ hash: hashOf(9), height: 9 });
  expect(events).toEqual([]);
});

it('a node is reopened when its certificate authority file changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dapikit-nodes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, 'one');
  const { url } = await startNode();
  const settings = [settingsOf('first', url, { ca })];
  const { nodes } = await open(...settings);
  const isSeen = () => stateOf(nodes, 'first')?.state === 'healthy';
  (await nodes.change(settings)).apply();
  expect(isSeen()).toBe(true);
  writeFileSync(ca, 'other');
  (await nodes.change(settings)).apply();
  expect(isSeen()).toBe(false);
  await until(isSeen);
});

it('a reload with nodes that cannot be opened changes nothing', async () => {
  const { url } = await startNode();
  const { nodes } = await open(settingsOf('first', url));
  const wrong = settingsOf('second', url, { ca: '/nowhere/ca.pem' });
  await expect(nodes.change([settingsOf('third', url), wrong])).rejects.toThrow(CommandError);
  await (await nodes.change([settingsOf('fourth', url)])).drop();
  expect(nodes.reports().map(({ name }) => name)).toEqual(['first']);
  expect(await nodes.layer1.tip()).toEqual({ hash: hashOf(9), height: 9 });
});

it('each unhealthy node is logged once with its reason, and each healthy one', async () => {
  const variables = { userVariable: 'NO_SUCH_USER', passwordVariable: 'NO_SUCH_PASSWORD' };
  const { url } = await startNode();
  const { nodes, lines } = await open(
    settingsOf(new URL(url).host, url),
    settingsOf('second', url, { credentials: variables }),
  );
  await until(() => (stateOf(nodes, 'second')?.nextTryIn ?? 0) > 600);
  await until(() => lines.length === 2);
  const logged = lines.map((line): { msg: string } => JSON.parse(line));
  expect(logged.toSorted((one, other) => (one.msg < other.msg ? -1 : 1))).toMatchObject([
    { msg: 'node healthy', node: new URL(url).host, height: 9 },
    {
      msg: 'node unhealthy',
      node: 'second',
      failure: 'credentials cannot be read',
      reason: 'no-credentials',
      cause: expect.stringContaining('NO_SUCH'),
    },
  ]);
  expect(nodes.reports()).toMatchObject([
    { name: new URL(url).host, publicName: 'node 1', state: 'healthy', failure: undefined, height: 9 },
    { name: 'second', publicName: 'second', state: 'failing', failure: 'credentials cannot be read' },
  ]);
});
