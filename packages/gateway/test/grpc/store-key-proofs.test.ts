import { EvoSDK } from '@dashevo/evo-sdk';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';

let platform: Platform;
let gateway: GatewayUnderTest;
let sdk: EvoSDK;

beforeAll(async () => {
  platform = await createPlatform({ signsWithStore: true });
  const quorum = await platform.stateQuorum();
  gateway = await startGatewayUnderTest(
    {},
    { platform: { platform: () => Promise.resolve(platform), stateQuorum: () => quorum } },
  );
  const url = `http://127.0.0.1:${gateway.port}`;
  sdk = new EvoSDK({ network: 'local', trusted: true, addresses: [url], quorumUrl: url });
  await sdk.connect();
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

it('evo-sdk verifies states that the key of a store signs, also after a revert', async () => {
  const { id: alice } = await platform.createIdentity({ credits: 5_000_000n });
  const { id: snapshot } = await platform.snapshot();
  const { id: bob } = await platform.createIdentity({ credits: 7_000_000n });
  expect(await sdk.identities.balance(alice)).toBe(5_000_000n);
  expect(await sdk.identities.balance(bob)).toBe(7_000_000n);
  await platform.revert({ id: snapshot });
  expect(await sdk.identities.balance(alice)).toBe(5_000_000n);
  expect(await sdk.identities.fetch(bob)).toBeUndefined();
});
