import { DevChain } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import type { AttackContract } from '../src/transport/studio/attack-route.js';
import { gatewayForTest } from './gateway-under-test.js';

const JSON_BODY = { 'content-type': 'application/json' };

/** Starts a gateway with a page that attacks contracts, and returns the address of attacks. */
async function attacking(attack: AttackContract, withControls = true): Promise<string> {
  const chain = new DevChain({});
  const parts = { layer1: chain, ...(withControls && { devChain: chain }), studio: [], attack };
  const gateway = await gatewayForTest({}, parts);
  return `${gateway.urls.at(-1) ?? ''}studio/attack`;
}

const send = async (url: string, body: string, headers: object = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...JSON_BODY, ...headers }, body });

/** Returns the time of an attack that the page gets. @param url address of attacks */
async function secondsTold(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url.replace('attack', 'server.json'), { headers });
  return Object(await response.json()).attackSeconds;
}

describe('the attacks of the studio', () => {
  it('return the report about the contract in the body', async () => {
    const asked: unknown[] = [];
    const url = await attacking(async (contract, { protocolVersion, seconds }) => {
      asked.push([contract, protocolVersion, seconds]);
      return '{"version":1}';
    });
    const response = await send(`${url}?protocolVersion=12`, '{"note":{}}');
    expect([response.status, await response.text()]).toEqual([200, '{"version":1}']);
    await send(url, '{}');
    expect(asked).toEqual([
      ['{"note":{}}', 12, 20],
      ['{}', 13, 20],
    ]);
  });

  it('run one at a time, and end with their caller', async () => {
    let [begun, ended] = [0, 0];
    const url = await attacking(
      async (_, { signal }) =>
        new Promise((_resolve, reject) => {
          begun += 1;
          signal?.addEventListener('abort', () => {
            ended += 1;
            reject(new Error('nobody waits'));
          });
        }),
    );
    const caller = new AbortController();
    const first = fetch(url, { method: 'POST', headers: JSON_BODY, body: '{}', signal: caller.signal });
    await expect.poll(() => begun).toBe(1);
    const second = await send(url, '{}');
    expect([second.status, Object(await second.json()).code]).toEqual([503, 'attack-busy']);
    caller.abort();
    await expect(first).rejects.toThrow('aborted');
    await expect.poll(() => ended).toBe(1);
  });

  it('reject pages of other origins, other bodies and other protocols', async () => {
    const url = await attacking(async () => '{}');
    expect((await send(url, '{}', { origin: 'http://evil.example' })).status).toBe(403);
    expect((await send(url, '{}', { 'content-type': 'image/png' })).status).toBe(415);
    expect((await send(`${url}?protocolVersion=14`, '{}')).status).toBe(400);
    const notText = await fetch(url, { method: 'POST', headers: JSON_BODY, body: new Uint8Array([0xff]) });
    expect([notText.status, Object(await notText.json()).code]).toEqual([400, 'not-utf8']);
  });

  it('tell the page how long they last, where it may attack', async () => {
    const url = await attacking(async () => '{}');
    expect(await secondsTold(url)).toBe(20);
    expect(await secondsTold(url, { origin: 'http://evil.example' })).toBeUndefined();
    expect(await secondsTold(await attacking(async () => '{}', false))).toBeUndefined();
  });

  it('are closed without a development chain', async () => {
    const url = await attacking(async () => '{}', false);
    expect((await send(url, '{}')).status).toBe(404);
  });
});
