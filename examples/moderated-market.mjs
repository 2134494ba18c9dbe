// A market at protocol 14: sellers register, list and sell; a moderator bans. Each test breaks one rule of the contract.
// Run it with `node --test examples/moderated-market.mjs`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock, createPlatform } from '@dapikit/platform';
import { MARKET } from './moderated-market-contract.mjs';

const DAY = 86_400_000;

/** Opens a market with a seller, Sam, who has a listing of two copies, and a buyer, Bea. */
async function openMarket() {
  const clock = createClock({ time: Date.UTC(2026, 0, 1), frozen: true });
  const platform = await createPlatform({ protocolVersion: 14, clock });
  const identity = async (seed) => (await platform.createIdentity({ seed })).id;
  const [owner, sam, bea] = [await identity('owner'), await identity('sam'), await identity('bea')];
  const { contractId } = await platform.registerContract({ by: owner, contract: MARKET });
  const create = async (by, documentType, data) =>
    (await platform.createDocument({ by, contractId, documentType, data })).document.$id;
  const replace = async (by, documentType, id, data) =>
    platform.replaceDocument({ by, contractId, documentType, id, data });
  const remove = async (by, documentType, id) =>
    platform.deleteDocument({ by, contractId, documentType, id });
  await create(sam, 'seller', { sellerId: sam });
  const listing = { title: 'Blue Chair', price: 120, leastPrice: 100, copies: 2, tags: ['chair'] };
  const listingId = await create(sam, 'listing', listing);
  return { platform, contractId, owner, sam, bea, create, replace, remove, listing, listingId };
}

/** Runs a test in a market of its own. */
function inMarket(name, run) {
  void test(name, async () => {
    const market = await openMarket();
    try {
      await run(market);
      assert.equal((await market.platform.verify()).ok, true);
    } finally {
      await market.platform.close();
    }
  });
}

/** Expects that work is rejected with a number. */
const rejects = async (code, work) => assert.rejects(work, { code });

inMarket('an order follows the rules, and the platform fills in the slug', async (market) => {
  const { platform, contractId, sam, bea, create, listingId } = market;
  await create(bea, 'order', { listingId, sellerId: sam });
  const listing = await platform.getDocument({ contractId, documentType: 'listing', id: listingId });
  assert.equal(listing.slug, 'blue chair');
});

inMarket('only sellers list', async ({ bea, create, listing }) => {
  await rejects(40_120, create(bea, 'listing', listing));
});

inMarket('a price is at least the least price', async ({ sam, create, listing }) => {
  await rejects(10_422, create(sam, 'listing', { ...listing, price: 99 }));
});

inMarket('a title has at most 40 bytes', async ({ sam, create, listing }) => {
  await rejects(10_421, create(sam, 'listing', { ...listing, title: 'é'.repeat(21) }));
});

inMarket('a title never changes', async ({ sam, replace, listing, listingId }) => {
  await rejects(40_128, replace(sam, 'listing', listingId, { ...listing, title: 'Red Chair' }));
  await replace(sam, 'listing', listingId, { ...listing, price: 110 });
});

inMarket('nobody buys from oneself', async ({ sam, create, listingId }) => {
  await rejects(10_419, create(sam, 'order', { listingId, sellerId: sam }));
});

inMarket('an order names the seller of its listing', async ({ owner, bea, create, listingId }) => {
  await rejects(40_127, create(bea, 'order', { listingId, sellerId: owner }));
});

inMarket('a listing with orders is not deleted', async ({ sam, bea, create, remove, listingId }) => {
  const order = await create(bea, 'order', { listingId, sellerId: sam });
  await rejects(40_147, remove(sam, 'listing', listingId));
  await remove(bea, 'order', order);
  await remove(sam, 'listing', listingId);
});

inMarket('a listing has at most three orders', async ({ sam, bea, create, listingId }) => {
  for (let made = 0; made < 3; made += 1) await create(bea, 'order', { listingId, sellerId: sam });
  await rejects(10_422, create(bea, 'order', { listingId, sellerId: sam }));
});

inMarket('a listing expires after 30 days', async (market) => {
  const { platform, contractId, sam, bea, create, listingId } = market;
  await platform.advanceTime({ milliseconds: 30 * DAY });
  assert.equal(await platform.getDocument({ contractId, documentType: 'listing', id: listingId }), undefined);
  await rejects(40_120, create(bea, 'order', { listingId, sellerId: sam }));
});

inMarket('a banned seller withdraws a listing, and does nothing else', async (market) => {
  const { platform, contractId, owner, sam, create, replace, listing, listingId } = market;
  await platform.moderateUser({
    by: owner,
    contractId,
    action: 'ban',
    identityId: sam,
    reason: 'fake chairs',
  });
  await rejects(41_107, create(sam, 'listing', listing));
  await rejects(41_107, replace(sam, 'listing', listingId, { ...listing, price: 110 }));
  await replace(sam, 'listing', listingId, { ...listing, isWithdrawn: true });
});

inMarket('the owner deletes a fake listing, and restores it', async (market) => {
  const { platform, contractId, owner, sam, listingId } = market;
  const name = { contractId, documentType: 'listing' };
  const stored = await platform.getDocument({ ...name, id: listingId });
  await rejects(41_101, platform.removeDocument({ by: sam, ...name, id: listingId }));
  await platform.removeDocument({ by: owner, ...name, id: listingId, reason: 'fake chairs' });
  const [record] = await platform.getContractDocumentRemovals(name);
  assert.equal(record.reason, 'fake chairs');
  await platform.restoreDocument({ by: owner, ...name, document: stored });
  assert.deepEqual(await platform.getDocument({ ...name, id: listingId }), stored);
  await platform.advanceTime({ milliseconds: 8 * DAY });
  await rejects(41_116, platform.removeDocument({ by: owner, ...name, id: listingId }));
});

inMarket('listings are found by the band of their price', async (market) => {
  const { platform, contractId, listing, listingId } = market;
  const start = Math.floor(listing.price / 100) * 100;
  const inBand = await platform.getDocuments({
    contractId,
    documentType: 'listing',
    integerRange: { field: 'price', start },
  });
  assert.deepEqual(
    inBand.map(({ $id }) => $id),
    [listingId],
  );
});
