import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStoreSignedGateway, type StoreSignedGateway } from './store-signed-gateway.js';

let under: StoreSignedGateway;
let platform: StoreSignedGateway['platform'];
let sdk: StoreSignedGateway['sdk'];

beforeAll(async () => {
  under = await startStoreSignedGateway();
  ({ platform, sdk } = under);
});
afterAll(async () => under.close());

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
