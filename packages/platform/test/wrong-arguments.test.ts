import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';

let platform: Platform;
beforeAll(async () => {
  platform = await createPlatform();
});
afterAll(async () => {
  await platform.close();
});

/** Called as from JavaScript, where no type holds anybody back. */
const applied = async (name: keyof Platform, args: readonly unknown[]): Promise<unknown> =>
  Reflect.apply(Reflect.get(platform, name), platform, args);

describe('an invalid argument of Platform', () => {
  it('of getDocuments is reported with the expected type', async () => {
    await expect(applied('getDocuments', [])).rejects.toMatchObject({
      name: 'InputError',
      message: 'the input of getDocuments is missing: expected an object',
    });
    await expect(applied('importState', ['x'])).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('file: expected the bytes that exportState gave, found "x"'),
    });
  });

  it.each([null, 5, 5n, 'zz', []])('is rejected by every method: %o', async (wrong) => {
    for (const [name, operation] of Object.entries(platform)) {
      // They take no argument.
      if (name === 'close' || name === 'openFeed') continue;
      await expect(Reflect.apply(operation, platform, [wrong])).rejects.toMatchObject({
        name: 'InputError',
      });
    }
  });

  it.each([{}, undefined])('never causes a TypeError: %o', async (wrong) => {
    for (const [name, operation] of Object.entries(platform)) {
      // They take no argument.
      if (name === 'close' || name === 'openFeed') continue;
      const called = async (): Promise<unknown> => Reflect.apply(operation, platform, [wrong]);
      const outcome = await called().catch((error: unknown) => error);
      expect(outcome).not.toBeInstanceOf(TypeError);
    }
  });
});

it.each([
  [{ securitylevel: 'HIGH' }, 'keys[0]: unknown member "securitylevel": did you mean securityLevel?'],
  [{ contractBounds: { contract: '1' } }, 'keys[0].contractBounds: unknown member "contract"'],
])('rejects a key of an identity with an unknown member: %o', async (key, message) => {
  const createIdentity: unknown = Reflect.get(platform, 'createIdentity');
  if (typeof createIdentity !== 'function') throw new Error('expected a function');
  await expect(Reflect.apply(createIdentity, platform, [{ keys: [key] }])).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining(message),
  });
});

describe('an invalid option of createPlatform', () => {
  it.each([
    [{ protocolVerison: 13 }, 'unknown member "protocolVerison": did you mean protocolVersion?'],
    [{ quirks: { omitZeroSums: true } }, 'unknown member "omitZeroSums": did you mean omitsZeroSums?'],
    [null, 'the options: expected an object, found null'],
    [{ store: './state' }, 'store: expected a store, as openLmdbStore opens it, found "./state"'],
    [{ network: 'main' }, 'network: expected one of mainnet, testnet, devnet, regtest, found "main"'],
    [{ clock: 5 }, 'expected a clock'],
    [{ coreHeight: 5 }, 'coreHeight: expected a function that gives a height, found 5'],
  ])('is rejected: %o', async (options, message) => {
    await expect(Reflect.apply(createPlatform, undefined, [options])).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining(message),
    });
  });
});
