import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import {
  createCoreEmulator,
  EMULATOR_METHODS,
  type CoreEmulator,
  type CoreEmulatorOptions,
} from '../src/core-emulator/index.js';
import { CREDENTIALS, EmulatorCaller } from './emulator-caller.js';

const AUTHORIZATION = basic(`${CREDENTIALS.user}:${CREDENTIALS.password}`);

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function shown(options: Partial<CoreEmulatorOptions> = {}): Promise<CoreEmulator> {
  const chain = new DevChain({ mining: 'manual' });
  const emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0, ...options });
  endings.push(
    () => chain.close(),
    () => emulator.close(),
  );
  return emulator;
}

async function opened({ port }: CoreEmulator): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  endings.push(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the other side closes. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  await once(socket, 'close');
  return text;
}

describe('the credentials of the emulator', () => {
  it('are required for every call', async () => {
    const { url } = await shown();
    const status = async (authorization?: string): Promise<[number, string | null]> => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await fetch(url, { method: 'POST', headers, body: '{"method":"getblockcount"}' });
      expect(await response.text()).toBe(response.ok ? '{"result":520,"error":null,"id":null}\n' : '');
      return [response.status, response.headers.get('www-authenticate')];
    };
    expect(await status(AUTHORIZATION)).toEqual([200, null]);
    const wrong = [
      undefined,
      'Basic',
      'Basic ',
      'Bearer x',
      basic('tester'),
      basic('tester:'),
      basic('tester:correct horse '),
      basic(':correct horse'),
      AUTHORIZATION.toLowerCase(),
    ];
    const answers = await Promise.all(wrong.map((authorization) => status(authorization)));
    expect(answers).toEqual(wrong.map(() => [401, 'Basic realm="jsonrpc"']));
  });

  it('delay the response to a wrong password without delaying others', async () => {
    const { url } = await shown();
    const start = performance.now();
    const wrong = new EmulatorCaller(url, { user: 'tester', password: 'x' }).post('{}');
    await new EmulatorCaller(url).call('getblockcount');
    const [right, waited] = [performance.now() - start, await wrong.then(() => performance.now() - start)];
    expect(waited).toBeGreaterThan(245);
    expect(right).toBeLessThan(waited);
  });

  it.each([
    [{ user: 'a:b', password: 'c' }, 'colon'],
    [{ user: 'a', password: '' }, 'empty'],
  ])('are rejected: %j', async (credentials, why) => {
    await expect(shown({ credentials })).rejects.toThrow(RangeError);
    await expect(shown({ credentials })).rejects.toThrow(why);
  });

  it('are unaffected by a second emulator on the same port, which fails to start', async () => {
    const first = await shown();
    await expect(shown({ port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await new EmulatorCaller(first.url).call('getblockcount')).toBe(520);
  });
});

describe('an invalid RPC request', () => {
  let chain: DevChain;
  let emulator: CoreEmulator;
  let caller: EmulatorCaller;
  const errors: unknown[] = [];
  beforeAll(async () => {
    chain = new DevChain({ mining: 'manual' });
    emulator = await createCoreEmulator(chain, {
      credentials: CREDENTIALS,
      port: 0,
      onError: (error) => errors.push(error),
    });
    caller = new EmulatorCaller(emulator.url);
  });
  afterAll(async () => {
    await emulator.close();
    chain.close();
  });

  async function errorOf(params: unknown): Promise<unknown> {
    const response = await caller.post(JSON.stringify({ method: 'getblockheader', params, id: 1 }));
    const { error }: { error: { code: number; message: string } | null } = JSON.parse(await response.text());
    return error && [error.code, error.message.split('\n')[0]];
  }

  const parseError = '{"result":null,"error":{"code":-32700,"message":"Parse error"},"id":null}\n';

  it.each<[string, string | Uint8Array, number, string]>([
    ['nothing', '', 500, parseError],
    ['half a string', '"', 500, parseError],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 500, parseError],
    ['a byte order mark', '\uFEFF{}', 500, parseError],
    ['513 arrays in each other', `${'['.repeat(513)}${']'.repeat(513)}`, 500, parseError],
    ['100,000 objects in each other', '{"a":'.repeat(100_000), 500, parseError],
    [
      'a text',
      '"x"',
      500,
      '{"result":null,"error":{"code":-32700,"message":"Top-level object parse error"},"id":null}\n',
    ],
    [
      'no method',
      '{"id":"x"}',
      400,
      '{"result":null,"error":{"code":-32600,"message":"Missing method"},"id":"x"}\n',
    ],
    [
      'an invalid method',
      '{"id":[1],"method":5}',
      400,
      '{"result":null,"error":{"code":-32600,"message":"Method must be a string"},"id":[1]}\n',
    ],
    [
      'invalid params',
      '{"method":"x","params":5}',
      400,
      '{"result":null,"error":{"code":-32600,"message":"Params must be an array or object"},"id":null}\n',
    ],
    [
      'a batch of an invalid call',
      '[5,[]]',
      200,
      `[${[1, 2].map(() => '{"result":null,"error":{"code":-32600,"message":"Invalid Request object"},"id":null}').join(',')}]\n`,
    ],
  ])('gets the response of Dash Core: %s', async (_, body, status, answer) => {
    const response = await caller.post(body);
    expect([response.status, await response.text()]).toEqual([status, answer]);
  });

  it('with invalid named params gets a specific error', async () => {
    const blockhash = chain.tip().hash;
    expect(await errorOf({ blockhash })).toBeNull();
    expect(await errorOf({ verbose: false, blockhash })).toBeNull();
    expect(await errorOf({ args: [blockhash], verbose: false })).toBeNull();
    expect(await errorOf({ args: [blockhash], blockhash })).toEqual([
      -8,
      'Parameter blockhash specified twice both as positional and named argument',
    ]);
    expect(await errorOf({ blockhash, nope: 1 })).toEqual([-8, 'Unknown named parameter nope']);
    expect(await errorOf({ verbose: false })).toEqual([
      -3,
      'JSON value of type null is not of expected type string',
    ]);
    expect(await errorOf({})).toMatchObject([-1, expect.stringContaining('getblockheader "blockhash"')]);
  });

  it('is rejected if the batch or its response is too large', async () => {
    const many = await caller.post(`[${'0,'.repeat(10_000)}0]`);
    expect(many.status).toBe(400);
    expect(await many.text()).toContain('A batch has at most 10000 calls, not 10001');
    const most = await caller.post(`[${'0,'.repeat(9_999)}0]`);
    expect(JSON.parse(await most.text())).toHaveLength(10_000);
  });

  it('never stops the emulator', async () => {
    const methods = [...new Set(EMULATOR_METHODS.flatMap(({ name }) => [name, ...name.split(' ')]))];
    const hash = fc.constantFrom(chain.tip().hash, '00'.repeat(32), 'zz');
    const param = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      hash,
      fc.integer({ min: -3, max: 600 }),
      fc.constantFrom(...EMULATOR_METHODS.flatMap(({ name }) => name.split(' ').slice(1))),
    );
    // What takes long, as it mines thousands of blocks, is another matter.
    const method = fc.constantFrom(...methods.filter((name) => name !== 'generatetoaddress'));
    const call = fc.record({
      id: fc.jsonValue({ maxDepth: 1 }),
      method,
      params: fc.oneof(fc.array(param, { maxLength: 4 }), fc.dictionary(fc.string(), param, { maxKeys: 2 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(call, fc.array(call, { maxLength: 3 }), fc.jsonValue()), async (request) => {
        const response = await caller.post(JSON.stringify(request));
        const answer: unknown = JSON.parse(await response.text());
        expect(Array.isArray(answer)).toBe(Array.isArray(request));
        expect(JSON.stringify(answer)).not.toContain('Internal error');
      }),
      { numRuns: 300 },
    );
    expect(await caller.call('getblockcount')).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });
});

describe('limits of the emulator', () => {
  it('reject too large a body, announced or not', async () => {
    const emulator = await shown({ maxBodySize: 1000 });
    const caller = new EmulatorCaller(emulator.url);
    const fits = await caller.post(`{"method":"getblockcount","x":"${'x'.repeat(900)}"}`);
    expect(fits.status).toBe(200);
    expect((await caller.post('x'.repeat(1001))).status).toBe(413);
    const socket = await opened(emulator);
    const answer = received(socket);
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (let sent = 0; sent < 30; sent += 1) socket.write(`64\r\n${'x'.repeat(100)}\r\n`);
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('end an incomplete request without affecting the next', async () => {
    const emulator = await shown({ requestTimeout: 300 });
    const socket = await opened(emulator);
    const answer = received(socket);
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await new EmulatorCaller(emulator.url).call('getblockcount')).toBe(520);
  });

  it('close connections above the maximum', async () => {
    const emulator = await shown({ maxConnections: 2 });
    const [first, second] = [await opened(emulator), await opened(emulator)];
    const third = await opened(emulator);
    await once(third, 'close');
    first.destroy();
    await once(first, 'close');
    expect(second.destroyed).toBe(false);
    const caller = new EmulatorCaller(emulator.url);
    await expect.poll(() => caller.call('getblockcount').catch(() => 0)).toBe(520);
  });

  it.each([0, -1, 1.5, Number.NaN])('must be positive integers: not %s', async (maxBodySize) => {
    await expect(shown({ maxBodySize })).rejects.toThrow('expected a whole number above 0 as maxBodySize');
  });
});

it('closing the emulator stops mining and ends connections', async () => {
  const chain = new DevChain({ mining: 'manual' });
  const emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0 });
  const caller = new EmulatorCaller(emulator.url);
  const mining = caller.call('generatetoaddress', 1_000_000, chain.accounts[0]!.address).catch(() => 'ended');
  await expect.poll(() => chain.tip().height).toBeGreaterThan(530);
  // Others are answered meanwhile.
  expect(await new EmulatorCaller(emulator.url).call('getblockcount')).toBeGreaterThan(520);
  await emulator.close();
  expect(await mining).toBe('ended');
  const { height } = chain.tip();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(chain.tip().height).toBeLessThanOrEqual(height + 1);
  chain.close();
});
