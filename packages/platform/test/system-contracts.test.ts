import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { DASHPAY_TYPES } from '../src/state/system-contract/dashpay.js';
import { KEYWORD_SEARCH_TYPES } from '../src/state/system-contract/keyword-search.js';
import { MASTERNODE_REWARD_TYPES } from '../src/state/system-contract/masternode-rewards.js';
import { TOKEN_HISTORY_TYPES } from '../src/state/system-contract/token-history.js';
import { WALLET_UTILITY_TYPES } from '../src/state/system-contract/wallet-utilities.js';
import { WITHDRAWAL_TYPES } from '../src/state/system-contract/withdrawals.js';
import { MASTERNODE_REWARDS, WALLET_UTILITIES } from '../src/state/system-contract/system-ids.js';
import { NO_DIFFERENCES } from './no-differences.js';
import { DASH, rejection, T0 } from './platform-fixture.js';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

let platform: Platform;
let alice: string;
beforeAll(async () => {
  platform = await createPlatform({ clock: createClock({ time: T0, frozen: true }) });
  alice = (await platform.createIdentity({ credits: 10n * DASH, seed: 'alice' })).id;
});
afterAll(async () => {
  await platform.close();
});

it.each([
  ['dashpay', DASHPAY_TYPES],
  ['keyword-search', KEYWORD_SEARCH_TYPES],
  ['masternode-reward-shares', MASTERNODE_REWARD_TYPES],
  ['token-history', TOKEN_HISTORY_TYPES],
  ['wallet-utils', WALLET_UTILITY_TYPES],
  ['withdrawals', WITHDRAWAL_TYPES],
])('has the document types of %s as the network has them', (name, types) => {
  const file = new URL(`../../../fixtures/contracts/real/${name}.json`, import.meta.url);
  const official: unknown = JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
    (key === 'description' || key === '$comment') && typeof value === 'string' ? undefined : value,
  );
  expect(types).toEqual(official);
});

it('has the contract of masternode reward shares, and rejects its documents', async () => {
  expect(await platform.getContract({ id: MASTERNODE_REWARDS })).toMatchObject({ version: 1 });
  const data = { payToId: alice, percentage: 500 };
  const share = { by: alice, contractId: MASTERNODE_REWARDS, documentType: 'rewardShare', data };
  expect(await rejection(platform.createDocument(share))).toMatchObject({ code: 40500 });
  expect(
    await platform.getDocuments({ contractId: MASTERNODE_REWARDS, documentType: 'rewardShare' }),
  ).toEqual([]);
});

it('has the contract of wallet utilities, whose documents their owners create and delete', async () => {
  expect(await platform.getContract({ id: WALLET_UTILITIES })).toMatchObject({ version: 1 });
  const metadata = { contractId: WALLET_UTILITIES, documentType: 'txMetadata' };
  const data = { keyIndex: 1, encryptionKeyIndex: 2, encryptedMetadata: new Uint8Array(32).fill(7) };
  const { document } = await platform.createDocument({ by: alice, ...metadata, data });
  expect(await platform.getDocuments({ ...metadata, where: [['$ownerId', '==', alice]] })).toMatchObject([
    { $id: document['$id'], keyIndex: 1 },
  ]);
  await platform.deleteDocument({ by: alice, ...metadata, id: textOf(document['$id']) });
  expect(await platform.getDocuments(metadata)).toEqual([]);
  expect(await platform.verify()).toEqual(NO_DIFFERENCES);
});
