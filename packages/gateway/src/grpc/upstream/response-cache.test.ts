import { create } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import {
  GetIdentityRequestSchema,
  GetIdentityResponseSchema,
  Platform,
  type GetIdentityResponse,
} from '../generated/dapi_pb.js';
import { ResponseCache } from './response-cache.js';

const REQUEST = create(GetIdentityRequestSchema);
const METHOD = Platform.method.getIdentity;

const responseAt = (height: bigint): GetIdentityResponse =>
  create(GetIdentityResponseSchema, { version: { case: 'v0', value: { metadata: { height } } } });

/** A cache at a height, and what counts its calls of a Drive at another height. */
async function cacheAt(height: number, driveHeight: bigint) {
  const drive = { height: driveHeight, calls: 0 };
  const cache = new ResponseCache(
    () => Promise.resolve(height),
    () => 0,
  );
  const fetch = async () =>
    cache.fetch(METHOD, REQUEST, () => {
      drive.calls += 1;
      return Promise.resolve(responseAt(drive.height));
    });
  // The first call starts to read the height.
  await fetch();
  await new Promise(setImmediate);
  drive.calls = 0;
  return { cache, drive, fetch };
}

it('ResponseCache caches no response of a block before the latest one', async () => {
  const { drive, fetch } = await cacheAt(5, 4n);
  await fetch();
  drive.height = 5n;
  expect(await fetch()).toEqual(responseAt(5n));
  await fetch();
  expect(drive.calls).toBe(2);
});

it('ResponseCache evicts responses before a block that is seen, and no others', async () => {
  const { cache, drive, fetch } = await cacheAt(5, 5n);
  await fetch();
  const cached = drive.calls;
  cache.sawHeight(5);
  await fetch();
  expect(drive.calls).toBe(cached);
  drive.height = 6n;
  cache.sawHeight(6);
  expect(await fetch()).toEqual(responseAt(6n));
  await fetch();
  expect(drive.calls).toBe(cached + 1);
});

it('ResponseCache shares no call that started before a block that is seen', async () => {
  const { cache } = await cacheAt(5, 4n);
  let respond!: (response: GetIdentityResponse) => void;
  const early = new Promise<GetIdentityResponse>((resolve) => (respond = resolve));
  const waiting = cache.fetch(METHOD, REQUEST, () => early);
  cache.sawHeight(5);
  expect(await cache.fetch(METHOD, REQUEST, () => Promise.resolve(responseAt(5n)))).toEqual(responseAt(5n));
  respond(responseAt(4n));
  expect(await waiting).toEqual(responseAt(4n));
});

it('ResponseCache calls without caching while the height is being read', async () => {
  const cache = new ResponseCache(
    () => new Promise(() => undefined),
    () => 0,
  );
  let calls = 0;
  for (let times = 0; times < 2; times += 1)
    await cache.fetch(METHOD, REQUEST, () => {
      calls += 1;
      return Promise.resolve(responseAt(5n));
    });
  expect(calls).toBe(2);
});
