import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../chain/test/port-of.js';
import { chromiumProgram, startStudio, type StudioUnderTest } from './studio-under-test.js';

const MINE = '{"jsonrpc":"2.0","id":1,"method":"mine","params":{"count":1}}';
const CREATE = '{"jsonrpc":"2.0","id":1,"method":"createIdentity"}';
/** Node's parser kept a thousand headers of a request and dropped the others, `Origin` among them. */
const HEADER_COUNTS = [0, 150, 990, 991, 2000];

/** A request of a page, and what the page learns: the status and the text, or why there is none. */
interface PageRequest {
  readonly url: string;
  readonly method?: string;
  readonly mode?: RequestMode;
  readonly body?: string;
  readonly type?: string;
  /** How many headers of no meaning it has. */
  readonly headers?: number;
}

/** The address of a server under another name: browsers take every name under localhost for this machine. */
const named = (name: string, url: string): string => url.replace('127.0.0.1', name);

describe.skipIf(chromiumProgram === undefined)('a page in a real browser', () => {
  let studio: StudioUnderTest;
  let platform: Platform;
  let elsewhere: Server;
  let admin: string;

  beforeAll(async () => {
    platform = await createPlatform();
    studio = await startStudio(
      { admin: { host: '127.0.0.1', port: 0 } },
      {
        platform: { platform: () => Promise.resolve(platform) },
        metricsText: () => Promise.resolve('secret_metric 1\n'),
      },
    );
    admin = studio.adminUrl ?? '';
    elsewhere = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>page'));
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
  });
  afterAll(async () => {
    elsewhere.close();
    await studio.stop();
    await platform.close();
  });

  /** Opens a page, and gives how it sends requests. */
  async function pageAt(address: string): Promise<(request: PageRequest) => Promise<string>> {
    const context = await studio.browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(address);
    return async (request) =>
      page.evaluate(async ({ url, method = 'POST', mode, body, type, headers = 0 }) => {
        const many = Array.from({ length: headers }, (_, at) => [`x${at.toString(36)}`, '']);
        try {
          const response = await fetch(url, {
            method,
            ...(mode && { mode }),
            ...(body !== undefined && { body }),
            headers: Object.fromEntries([...many, ...(type === undefined ? [] : [['content-type', type]])]),
          });
          return `${response.status} ${await response.text()}`;
        } catch (error) {
          return String(error);
        }
      }, request);
  }

  const pageUrl = (): string => `http://127.0.0.1:${portOf(elsewhere)}/`;
  const state = async () => [studio.chain.tip().height, (await platform.status()).block?.height ?? 0n];

  it.each(['127.0.0.1', 'localhost', 'evil.localhost'])(
    'on another port of %s cannot mine or create an identity, with any number of headers',
    async (name) => {
      const send = await pageAt(named(name, pageUrl()));
      const before = await state();
      for (const url of [studio.url, named('localhost', studio.url)])
        for (const headers of HEADER_COUNTS)
          for (const [path, body] of [
            ['dev', MINE],
            ['platform', CREATE],
          ] as const) {
            const seen = await send({ url: url + path, body, type: 'application/json', headers });
            expect(seen).toMatch(/^TypeError: Failed to fetch/);
          }
      expect(await state()).toEqual(before);
    },
  );

  it('of another origin changes nothing with requests without a preflight', async () => {
    const send = await pageAt(named('evil.localhost', pageUrl()));
    const before = await state();
    for (const [path, body] of [
      ['dev', MINE],
      ['platform', CREATE],
    ] as const)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
        await send({ url: studio.url + path, mode: 'no-cors', body, type });
    expect(await state()).toEqual(before);
  });

  it('with a name that resolves to the gateway (DNS rebinding) changes nothing', async () => {
    const url = named('rebound.localhost', studio.url);
    const send = await pageAt(url);
    const before = await state();
    for (const [path, body] of [
      ['dev', MINE],
      ['platform', CREATE],
    ] as const)
      expect(await send({ url: url + path, body, type: 'application/json' })).toMatch(/^403 .*foreign-host/);
    expect(await state()).toEqual(before);
  });

  it('of another origin or name cannot read the admin address', async () => {
    const send = await pageAt(named('evil.localhost', pageUrl()));
    for (const path of ['metrics', 'readyz', 'livez', 'nowhere'])
      expect(await send({ url: admin + path, method: 'GET' })).toMatch(/^TypeError: Failed to fetch/);
    const rebound = named('rebound.localhost', admin);
    const sendThere = await pageAt(`${rebound}livez`);
    expect(await sendThere({ url: `${rebound}metrics`, method: 'GET' })).toMatch(/^403 .*foreign-host/);
  });

  it('of the gateway can use the controls, and one of the admin address the metrics', async () => {
    const send = await pageAt(studio.url);
    const [height = 0] = await state();
    expect(await send({ url: '/dev', body: MINE, type: 'application/json' })).toMatch(/^200 .*"result"/);
    expect(await send({ url: '/platform', body: CREATE, type: 'application/json' })).toMatch(
      /^200 .*"result"/,
    );
    expect((await state())[0]).toBe(Number(height) + 1);
    const sendThere = await pageAt(`${admin}livez`);
    expect(await sendThere({ url: `${admin}metrics`, method: 'GET' })).toBe('200 secret_metric 1\n');
  });
});
