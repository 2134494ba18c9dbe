import { request as httpRequest } from 'node:http';
import { DevChain } from '@dapikit/chain';
import { EvoSDK } from '@dashevo/evo-sdk';
import { expect, it, onTestFinished, vi } from 'vitest';
import { routes } from '../src/http-api/routes/routes.js';
import { quorumLists } from '../src/http-api/routes/quorum-lists.js';
import { gatewayForTest } from './gateway-under-test.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000 });

function lockedChain(): DevChain {
  const chain = new DevChain({ mining: 'manual', instantSend: true, chainLocks: true });
  onTestFinished(() => chain.close());
  return chain;
}

const FOREIGN_PAGE = { origin: 'https://example.org', 'sec-fetch-site': 'cross-site' };

async function listAt(port: number, path: string): Promise<{ success: boolean; data: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: FOREIGN_PAGE });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return JSON.parse(await response.text());
}

it('the quorum list has the form evo-sdk expects and allows every origin', async () => {
  const chain = lockedChain();
  const { port } = await gatewayForTest({}, { layer1: chain, devChain: chain });
  const quorum = chain.quorums.list().find(({ llmqType }) => llmqType === 106);
  const listed = {
    quorum_hash: quorum!.quorumHash,
    key: quorum!.quorumPublicKey,
    height: quorum!.height,
    valid_members_count: quorum!.members.length,
  };
  expect(await listAt(port, '/quorums')).toEqual({ success: true, data: [listed] });
  // evo-sdk appends the path to a URL that may end with a slash.
  expect(await listAt(port, '//quorums')).toEqual({ success: true, data: [listed] });
  expect(await listAt(port, '/previous')).toEqual({ success: true, data: { height: 596, quorums: [] } });
  chain.mine(24);
  expect(await listAt(port, '/quorums')).toEqual({ success: true, data: [listed] });
  expect(await listAt(port, '/previous')).toEqual({
    success: true,
    data: { height: 620, quorums: [listed] },
  });
});

it('the quorum list is that of layer 1 while a node responds for the platform', async () => {
  const chain = lockedChain();
  const key = { quorumType: 106, quorumHash: '00'.repeat(32), publicKey: '11'.repeat(48) };
  const platform = { platform: () => Promise.reject(new Error('unused')), stateQuorum: () => key };
  const addresses = { driveUrls: ['http://127.0.0.1:1'], tenderdashUrl: undefined };
  let upstream: typeof addresses | undefined;
  const { port } = await gatewayForTest({}, { layer1: chain, platform, upstream: () => upstream });
  expect((await listAt(port, '/quorums')).data).toMatchObject([{ key: key.publicKey }]);
  upstream = addresses;
  const { quorumPublicKey } = chain.quorums.list().find(({ llmqType }) => llmqType === 106)!;
  expect((await listAt(port, '/quorums')).data).toMatchObject([{ key: quorumPublicKey }]);
});

it('the quorum list follows a reorg that removes the quorum', async () => {
  const chain = lockedChain();
  const { port } = await gatewayForTest({}, { layer1: chain });
  expect((await listAt(port, '/quorums')).data).toHaveLength(1);
  chain.reorganise(15);
  expect((await listAt(port, '/quorums')).data).toHaveLength(
    chain.quorums.list().filter(({ llmqType }) => llmqType === 106).length,
  );
});

it('the masternode list contains only the gateway at the called address and port', async () => {
  const chain = lockedChain();
  const gateway = await gatewayForTest({}, { layer1: chain });
  const further = await gateway.listenAt(0);
  for (const called of [gateway.port, further]) {
    expect(await listAt(called, '/masternodes')).toEqual({
      success: true,
      data: [
        {
          address: '127.0.0.1:19999',
          status: 'ENABLED',
          versionCheck: 'success',
          platformHTTPPort: called,
        },
      ],
    });
  }
});

it('the masternode list uses the requested host and the default port', async () => {
  const { port } = await gatewayForTest({}, { layer1: lockedChain() });
  const body = await new Promise<string>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/masternodes', headers: { host: 'dapi.test' } };
    const sent = httpRequest(options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end();
  });
  expect(JSON.parse(body).data).toMatchObject([{ address: 'dapi.test:19999', platformHTTPPort: 80 }]);
});

it('evo-sdk connects in its trusted mode', async () => {
  const chain = lockedChain();
  const { port } = await gatewayForTest({}, { layer1: chain });
  const url = `http://127.0.0.1:${port}`;
  const sdk = new EvoSDK({ network: 'local', trusted: true, quorumUrl: url, addresses: [url] });
  await sdk.connect();
  expect(sdk.isConnected).toBe(true);
});

it('the list routes accept GET without a body and are separate from controls', async () => {
  for (const { method, body, access, isSameOrigin } of quorumLists)
    expect({ method, body, access, isSameOrigin }).toEqual({ method: 'GET' });
  const paths = new Set(quorumLists.map(({ path }) => path));
  expect(routes.filter(({ path }) => paths.has(path))).toEqual(quorumLists);
  const chain = lockedChain();
  const { port } = await gatewayForTest({}, { layer1: chain, devChain: chain });
  for (const path of paths) {
    const call = { jsonrpc: '2.0', id: 1, method: 'mine', params: { count: 1 } };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    expect(response.status).toBe(405);
  }
  const control = await fetch(`http://127.0.0.1:${port}/dev`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...FOREIGN_PAGE },
    body: '{"jsonrpc":"2.0","id":1,"method":"mine"}',
  });
  expect(control.status).toBe(403);
  expect(control.headers.get('access-control-allow-origin')).toBeNull();
  expect(chain.tip().height).toBe(620);
});
