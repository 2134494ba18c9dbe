import {
  bytesToHex,
  encodePayload,
  encodeTransaction,
  hexToBytes,
  sha256d,
  TransactionType,
} from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeNode } from '../../../chain/test/fake-node.js';
import type { WireResponse } from '../dispatch-under-test.js';
import { openConnection, postText } from '../raw-connection.js';
import { submission } from '../recorded-layer1.js';
import table from './faults.json' with { type: 'json' };
import { startGatewayOfNodes } from './gateway-of-nodes.js';
import { acceptedVariant, recordedAnswers } from './recorded-node.js';

const DEADLY = acceptedVariant(1);

/** A Dash Core that its assertions, or a bug, may end. */
class MortalNode {
  readonly sent: string[] = [];
  readonly #server: FakeNode;
  #isAlive = true;

  private constructor(server: FakeNode) {
    this.#server = server;
  }

  /** @param isDeadly whether a transaction ends the process, in the middle of its call */
  static async start(isDeadly: (hex: string) => boolean): Promise<MortalNode> {
    const answer = recordedAnswers();
    const server = await FakeNode.start(async (call) => {
      if (call.method !== 'sendrawtransaction') return answer(call);
      const hex = String(call.params[0]);
      node.sent.push(hex);
      if (!isDeadly(hex)) return answer(call);
      await node.stop();
      return { result: null };
    });
    const node = new MortalNode(server);
    return node;
  }

  get url(): string {
    return this.#server.url;
  }

  async stop(): Promise<void> {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    await this.#server.stop();
  }
}

interface Setup {
  readonly nodes: readonly MortalNode[];
  readonly send: (params: unknown) => Promise<WireResponse>;
  readonly states: () => string[];
}

/** A gateway in front of nodes; the quickest gets a transaction first. */
async function gatewayOf(...isDeadly: ((hex: string) => boolean)[]): Promise<Setup> {
  const nodes = await Promise.all(isDeadly.map((one) => MortalNode.start(one)));
  const gateway = await startGatewayOfNodes(
    nodes.map(({ url }) => ({ url, notifications: 'none' as const })),
    { probeInterval: 100, probeTimeout: 2_000 },
  );
  onTestFinished(async () => {
    await gateway.stop();
    for (const node of nodes) await node.stop();
  });
  const send = async (params: unknown): Promise<WireResponse> => {
    const connection = await openConnection(gateway.port, 'http');
    connection.write(
      postText(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendRawTransaction', params })),
    );
    const { body } = await connection.response();
    connection.socket.destroy();
    return JSON.parse(body);
  };
  const states = (): string[] =>
    gateway
      .health()
      .nodes.map(({ state }) => state)
      .toSorted();
  await expect.poll(states).toEqual(nodes.map(() => 'healthy'));
  return { nodes, send, states };
}

const dies = (hex: string): boolean => hex === DEADLY;
const lives = (): boolean => false;
/** How often the nodes got a transaction, whichever of them got it first. */
const counts = ({ nodes }: Setup): number[] => nodes.map(({ sent }) => sent.length).toSorted((a, b) => b - a);
const idOf = (hex: string): string => bytesToHex(sha256d(hexToBytes(hex)).toReversed());

/** What the table says that a client sees. */
function seen(name: keyof typeof table.transaction): object {
  const [code, reason] = table.transaction[name].sees.split(' ');
  return { code: Number(code), data: { reason } };
}

function special(type: number, extraPayload: Uint8Array): string {
  return bytesToHex(
    encodeTransaction({ version: 3, type, inputs: [], outputs: [], lockTime: 0, extraPayload }),
  );
}

const signal = (versionBit: number): Uint8Array =>
  encodePayload({
    kind: 'mnHfTx',
    version: 1,
    versionBit,
    quorumHash: '11'.repeat(32),
    signature: '00'.repeat(96),
  });

const UNSENT: Readonly<Partial<Record<keyof typeof table.transaction, readonly string[]>>> = {
  'signal-bit': [special(TransactionType.mnHardForkSignal, signal(29))],
  payload: [
    special(TransactionType.mnHardForkSignal, signal(28).subarray(1)),
    special(TransactionType.providerUpdateRevoke, new Uint8Array()),
  ],
  'in-block-only': [
    submission('a coinbase').hex,
    special(TransactionType.quorumCommitment, new Uint8Array()),
  ],
  'unknown-type': [special(10, new Uint8Array()), special(0xffff, new Uint8Array(4))],
};
const DEADLY_CASES = ['stops-node', 'comes-again', 'stops-second-node'];

it('the transaction fault test covers every case of the table', () => {
  expect([...DEADLY_CASES, ...Object.keys(UNSENT)]).toEqual(Object.keys(table.transaction));
});

describe('a transaction that crashes nodes', () => {
  it('crashes one of three nodes and is not sent again', async () => {
    const setup = await gatewayOf(dies, dies, dies);
    const first = await setup.send([DEADLY]);
    expect(first.error).toMatchObject(seen('stops-node'));
    expect(first.error?.data).toMatchObject({ found: idOf(DEADLY), at: '/params/0' });
    expect((await setup.send(DEADLY)).error).toMatchObject({ data: { at: '/params' } });
    await expect.poll(setup.states).toEqual(['failing', 'healthy', 'healthy']);
    for (let time = 0; time < 5; time += 1) {
      expect((await setup.send([DEADLY])).error).toMatchObject(seen('comes-again'));
    }
    expect(counts(setup)).toEqual([1, 0, 0]);
    const harmless = acceptedVariant(2);
    expect((await setup.send([harmless])).result).toBe(idOf(harmless));
    await expect.poll(() => counts(setup)).toEqual([1, 1, 1]);
  });

  it('crashes one of three nodes when twenty clients send it at once', async () => {
    const setup = await gatewayOf(dies, dies, dies);
    const responses = await Promise.all(Array.from({ length: 20 }, () => setup.send([DEADLY])));
    for (const { error } of responses) expect(error).toMatchObject(seen('stops-node'));
    expect(counts(setup)).toEqual([1, 0, 0]);
  });

  it('is not sent to a third node after it crashed the second', async () => {
    let calls = 0;
    const diesUnlessFirst = (): boolean => (calls += 1) > 1;
    const setup = await gatewayOf(diesUnlessFirst, diesUnlessFirst, diesUnlessFirst);
    expect((await setup.send([DEADLY])).result).toBe(idOf(DEADLY));
    await expect.poll(setup.states).toEqual(['failing', 'healthy', 'healthy']);
    expect((await setup.send([DEADLY])).error).toMatchObject(seen('comes-again'));
    expect(counts(setup)).toEqual([1, 1, 0]);
  });
});

describe('a transaction that could crash nodes', () => {
  it.each(Object.entries(UNSENT))('is rejected before any node: %s', async (name, transactions) => {
    const setup = await gatewayOf(lives);
    for (const hex of transactions) {
      const { error } = await setup.send([hex]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the table, as tested above
      expect(error).toMatchObject(seen(name as keyof typeof table.transaction));
      expect(error?.message).toMatch(/^invalid transaction: /);
      expect(error?.data).toMatchObject({
        expected: expect.any(String),
        found: expect.anything(),
        at: '/params/0',
        fix: expect.any(String),
      });
    }
    expect(counts(setup)).toEqual([0]);
  });

  it('is sent if it is a hard fork signal for bit 28', async () => {
    const setup = await gatewayOf(lives);
    await setup.send([special(TransactionType.mnHardForkSignal, signal(28))]);
    expect(counts(setup)).toEqual([1]);
  });
});
