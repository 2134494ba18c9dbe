import { describe, expect, it } from 'vitest';
import { SCHEMAS, typeOf } from '../../../../proof/test/sample-contract.js';
import { changedSystemFields, newDocument, withPrice, withData, withOwner } from './document-changes.js';

const TIMES = ['created', 'updated', 'transferred'].flatMap((event) => [
  `$${event}At`,
  `$${event}AtBlockHeight`,
  `$${event}AtCoreBlockHeight`,
]);
const properties = { text: SCHEMAS.string };
const card = typeOf(properties, { required: TIMES, transferable: 1, tradeMode: 1 });
const plain = typeOf(properties, { documentsMutable: false });
const filled = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const [ID, OWNER, BUYER] = [filled(1), filled(2), filled(3)];
const FIRST = { time: 10, height: 11n, coreHeight: 12 };
const LATER = { time: 20, height: 21n, coreHeight: 22 };

const timesOf = (created: number, updated: number, transferred: number): object =>
  Object.fromEntries(
    Object.entries({ created, updated, transferred }).flatMap(([event, tens]) => [
      [`$${event}At`, BigInt(tens * 10)],
      [`$${event}AtBlockHeight`, BigInt(tens * 10 + 1)],
      [`$${event}AtCoreBlockHeight`, tens * 10 + 2],
    ]),
  );

const created = newDocument(card, { id: ID, ownerId: OWNER, data: { text: 'a' } }, FIRST);
const priced = withPrice(card, created, 0n, LATER);

describe('a document after a transition', () => {
  it('of create has the first revision, its creator and all three times', () => {
    expect(created).toEqual({
      id: ID,
      ownerId: OWNER,
      revision: 1n,
      creatorId: OWNER,
      times: timesOf(1, 1, 1),
      data: { text: 'a' },
    });
  });

  it('of create has none of these if its type is immutable and records nothing', () => {
    const document = newDocument(plain, { id: ID, ownerId: OWNER, data: {} }, FIRST);
    expect(document).toEqual({ id: ID, ownerId: OWNER, times: {}, data: {} });
  });

  it('of updatePrice has its price, which may be 0', () => {
    expect(priced).toEqual({ ...created, price: 0n, revision: 2n, times: timesOf(1, 2, 1) });
  });

  it('of replace has the new data and no price', () => {
    expect(withData(card, priced, {}, LATER)).toEqual({
      ...created,
      revision: 3n,
      times: timesOf(1, 2, 1),
      data: {},
    });
  });

  it('of transfer or purchase has another owner, no price and the same creator', () => {
    expect(withOwner(card, priced, BUYER, LATER)).toEqual({
      ...created,
      ownerId: BUYER,
      revision: 3n,
      times: timesOf(1, 2, 2),
    });
  });
});

it.each([
  ['create', TIMES],
  ['replace', TIMES.slice(3, 6)],
  ['updatePrice', TIMES.slice(3, 6)],
  ['transfer', ['$ownerId', ...TIMES.slice(6)]],
  ['purchase', ['$ownerId', ...TIMES.slice(6)]],
] as const)('changedSystemFields lists the fields changed by %s', (action, fields) => {
  expect([...changedSystemFields(action)]).toEqual(fields);
});
