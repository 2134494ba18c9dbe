import { EvoSDK, IdentitySigner, PrivateKey } from '@dashevo/evo-sdk';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keysFrom, privateKey } from '../../../platform/test/signer.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { startQuorumList, testSigner } from './trusted-client.js';

const CREDITS = 10_000_000_000n;
const AMOUNT = 1_000_000n;
const FIRST_KEYS = [300, 400, 500];

let platform: Platform;
let gateway: GatewayUnderTest;
let blockTime = 0;

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner, blockTime: () => blockTime });
  gateway = await startGatewayUnderTest(
    { platformTransitions: 'signed' },
    { platform: { platform: () => Promise.resolve(platform) } },
  );
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

/** Connects a client with a cache of its own. */
async function connected(): Promise<EvoSDK> {
  const addresses = [`http://127.0.0.1:${gateway.port}`];
  const sdk = new EvoSDK({ network: 'local', trusted: true, addresses, quorumUrl: await startQuorumList() });
  await sdk.connect();
  return sdk;
}

it('transfers of several evo-sdk clients share a block, and are verified', async () => {
  const ids: string[] = [];
  for (const first of FIRST_KEYS) {
    const { id } = await platform.createIdentity({ credits: CREDITS, keys: keysFrom(first) });
    ids.push(id);
  }
  const { id: recipientId } = await platform.createIdentity();
  const clients = await Promise.all(ids.map(async () => connected()));
  const identities = await Promise.all(ids.map(async (id, at) => clients[at]!.identities.fetch(id)));
  blockTime = 2_000;
  const balances = await Promise.all(
    clients.map(async (sdk, at) => {
      const signer = new IdentitySigner();
      for (let key = 0; key < 4; key += 1)
        signer.addKey(PrivateKey.fromBytes(privateKey(FIRST_KEYS[at]! + key), 'testnet'));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types merge the options of the facade with those of the transition
      const options = { identity: identities[at], recipientId, amount: AMOUNT, signer } as Parameters<
        typeof sdk.identities.creditTransfer
      >[0];
      return (await sdk.identities.creditTransfer(options)).recipientBalance;
    }),
  );
  const { transitions } = await platform.listStateTransitions({});
  expect(transitions).toHaveLength(3);
  // A busy machine may be late for a block: two of the three share one at least.
  expect(new Set(transitions.map(({ block }) => block.height)).size).toBeLessThan(3);
  expect(Math.max(...balances.map((balance) => Number(balance)))).toBe(
    Number((await platform.getIdentity({ id: recipientId }))?.balance),
  );
  expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
});
