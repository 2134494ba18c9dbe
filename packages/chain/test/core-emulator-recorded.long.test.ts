import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexToBytes } from '../src/base/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { DEV_CHAIN_DEFAULTS } from '../src/devchain/dev-chain-options.js';
import { bareChain } from '../src/devchain/prepared-chain.js';
import { createCoreEmulator, type CoreEmulator } from '../src/core-emulator/index.js';
import { decodeTransaction, transactionId } from '../src/primitives/transaction/transaction.js';
import { EmulatorCaller, CREDENTIALS } from './emulator-caller.js';
import { RECORDED_BLOCKS, RECORDED_CALLS, RECORDED_EXCHANGES, type RecordedExchange } from './recorded.js';

/** The tip while the exchanges were recorded; the transaction that was accepted is in the block after it. */
const RECORDED_HEIGHT = 510;

interface Reply {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

interface Described {
  readonly txid: string;
  readonly type: number;
  readonly hex: string;
  readonly fee?: number;
}

type Json = Readonly<Record<string, unknown>>;

/** What of an answer is not held against the recorded one, by its label, and why. */
const EXCEPTIONS: ReadonlyMap<string, readonly [why: string, whatIsCompared: (body: string) => unknown]> =
  new Map([
    ...['getblockchaininfo: genesis only', 'getblockchaininfo'].map((label): Exception => [
      label,
      [
        'that node warned of its wallet, and had files to go back with',
        (body) => body.replace(/"warnings":"[^"]*"/, '').replace(/"size_on_disk":\d+/, ''),
      ],
    ]),
    ['getnetworkinfo', ['there is no network: the names of the members, in their order', resultMembers]],
    [
      'mnsync status',
      ['that node had just started: the names of the members, in their order', resultMembers],
    ],
    ...['getblockhash: no params', 'sendrawtransaction: no params'].map((label): Exception => [
      label,
      ['the text of help is not that of Dash Core: the code, and the first line', firstLineOfError],
    ]),
    ...['help sendrawtransaction', 'help protx diff'].map((label): Exception => [
      label,
      ['the text of help is not that of Dash Core: its first line', firstLineOfResult],
    ]),
  ]);
type Exception = [string, readonly [string, (body: string) => unknown]];

function resultMembers(body: string): string[] {
  const { result }: { result: Json } = JSON.parse(body);
  return Object.keys(result);
}

function firstLineOfError(body: string): unknown {
  const { error, id }: { error: { code: number; message: string }; id: number } = JSON.parse(body);
  return [error.code, error.message.split('\n')[0], id];
}

function firstLineOfResult(body: string): unknown {
  const { result }: { result: string } = JSON.parse(body);
  return result.split('\n')[0];
}

describe('the emulator on the recorded chain', () => {
  const chain = new DevChain({ mining: 'manual' }, bareChain(DEV_CHAIN_DEFAULTS.mnemonic));
  let emulator: CoreEmulator;
  let caller: EmulatorCaller;
  beforeAll(async () => {
    emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0 });
    caller = new EmulatorCaller(emulator.url);
  });
  afterAll(async () => {
    await emulator.close();
    chain.close();
  });

  async function submitUpTo(height: number): Promise<void> {
    for (let next = chain.tip().height + 1; next <= height; next += 1) {
      expect(await caller.call('submitblock', RECORDED_BLOCKS[next]!.hex)).toBeNull();
    }
  }

  function replay({ request: { method, path, body, authorization } }: RecordedExchange): Promise<Reply> {
    const { user, password } = CREDENTIALS;
    const header = authorization === undefined ? `${user}:${password}` : `${user}:wrong`;
    return new Promise((resolve, reject) => {
      const sent = request(
        `${emulator.url}${path}`,
        { method, headers: { authorization: `Basic ${Buffer.from(header).toString('base64')}` } },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              contentType: response.headers['content-type'],
              body: text,
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  // In the order of the recording: what is accepted changes what comes after it.
  it.each(RECORDED_EXCHANGES.map((exchange) => [exchange.label, exchange] as const))(
    'responds like Dash Core: %s',
    async (label, exchange) => {
      if (label === 'getblockcount') await submitUpTo(RECORDED_HEIGHT);
      if (label.endsWith('already in a block')) await submitUpTo(RECORDED_HEIGHT + 1);
      const { status, contentType, body } = await replay(exchange);
      const [, compared = (whole: string): unknown => whole] = EXCEPTIONS.get(label) ?? [];
      expect({ status, contentType, body: compared(body) }).toEqual({
        status: exchange.status,
        contentType: exchange.contentType,
        body: compared(exchange.response),
      });
    },
  );

  it('has eight documented exceptions', () => {
    const labels = new Set(RECORDED_EXCHANGES.map(({ label }) => label));
    expect([...EXCEPTIONS.keys()].filter((label) => !labels.has(label))).toEqual([]);
    expect(EXCEPTIONS.size).toBe(8);
  });

  describe('the emulator on the recorded chain with masternodes', () => {
    beforeAll(() => submitUpTo(RECORDED_BLOCKS.length - 1), 60_000);

    it('describes every transaction of every block, including payloads', async () => {
      const kinds = new Map<number, string>([
        [1, 'proRegTx'],
        [2, 'proUpServTx'],
        [3, 'proUpRegTx'],
        [4, 'proUpRevTx'],
        [5, 'cbTx'],
        [6, 'qcTx'],
      ]);
      const seen = new Set<number>();
      for (const { hash } of RECORDED_BLOCKS.slice(1)) {
        const { tx } = await caller.call<{ tx: Described[] }>('getblock', hash, 2);
        const { totalfee } = await caller.call<{ totalfee: number }>('getblockstats', hash, ['totalfee']);
        const fees = tx.reduce((sum, { fee = 0 }) => sum + Math.round(fee * 1e8), 0);
        expect(fees).toBe(totalfee);
        for (const transaction of tx) {
          const { type, txid, hex } = transaction;
          expect(transactionId(decodeTransaction(hexToBytes(hex)))).toBe(txid);
          expect(Object.keys(transaction).filter((name) => /(?:Tx|tx)$/.test(name))).toEqual(
            type === 0 ? [] : [kinds.get(type)],
          );
          seen.add(type);
        }
      }
      expect(seen).toEqual(new Set([0, 1, 2, 3, 5, 6]));
    });

    it.each(RECORDED_CALLS.map((call) => [call.label, call] as const))(
      'responds like Dash Core to the call %s',
      async (_, { method, params, result, error }) => {
        const answer = await caller.answer(method, ...params);
        expect(comparable(answer.error)).toEqual(comparable(error));
        // As text: the order of members counts.
        expect(JSON.stringify(comparable(answer.result))).toBe(JSON.stringify(comparable(result)));
      },
    );
  });
});

/** Without what depends on a wallet and on when the node was asked, and of a text of help the first line. */
function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => {
      if (name === 'wallet' || name.endsWith('Elapsed')) return undefined;
      return name === 'message' ? String(member).split('\n')[0] : member;
    }),
  );
}
