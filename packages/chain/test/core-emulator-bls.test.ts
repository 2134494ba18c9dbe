import loadBls from '@dashevo/bls';
import { expect, it } from 'vitest';
import { hexToBytes } from '../src/base/bytes/hex.js';
import { legacyFromBasic } from '../src/base/crypto/legacy-bls.js';
import { EmulatorFixture } from './emulator-fixture.js';

interface Key {
  readonly secret: string;
  readonly public: string;
  readonly scheme: string;
}
/** As it is: the library of Dash Core itself. */
interface Library {
  readonly PrivateKey: {
    fromBytes(bytes: Uint8Array, isReduced: boolean): { getG1(): { serialize(): Uint8Array } };
  };
}

const shown = new EmulatorFixture();
const bls = (...params: unknown[]) => shown.caller.call<Key>('bls', ...params);
const rejectionOf = (...params: unknown[]) => shown.caller.rejectionOf('bls', ...params);
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const ORDER = '73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001';

it('bls generate returns another key each time, and bls fromsecret its public key, as the library of Dash Core', async () => {
  const loaded: unknown = loadBls;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its declarations are wrong
  const { PrivateKey } = await (loaded as () => Promise<Library>)();
  const [first, second] = [await bls('generate'), await bls('generate')];
  expect(first.secret).not.toBe(second.secret);
  for (const key of [first, second, await bls('fromsecret', SECRET)]) {
    expect(key.scheme).toBe('basic');
    expect(await bls('fromsecret', key.secret)).toEqual(key);
    const official = PrivateKey.fromBytes(hexToBytes(key.secret), false).getG1().serialize();
    expect(key.public).toBe(Buffer.from(official).toString('hex'));
  }
});

it('bls fromsecret writes the public key of the legacy scheme', async () => {
  const basic = await bls('fromsecret', SECRET, false);
  const legacy = await bls('fromsecret', SECRET, true);
  expect(legacy).toEqual({ ...basic, public: legacyFromBasic(basic.public), scheme: 'legacy' });
  expect(legacy.public).not.toBe(basic.public);
});

it('bls is rejected in the words of Dash Core', async () => {
  const invalid = [-8, 'secretKey must be a valid BLS secret key'];
  for (const secret of ['', 'zz'.repeat(32), SECRET.slice(2), '00'.repeat(32), ORDER])
    expect(await rejectionOf('fromsecret', secret)).toEqual(invalid);
  expect(await rejectionOf('generate', true)).toEqual([
    -1,
    'DEPRECATED: Pass config option -deprecatedrpc=legacy_mn to set this argument',
  ]);
  expect(await rejectionOf('aggregate')).toEqual([-8, 'Must be a valid command']);
});
