import {
  AssetLockProof,
  EvoSDK,
  Identifier,
  Identity,
  IdentityPublicKey,
  IdentitySigner,
  OutPoint,
  PlatformAddressSigner,
  PrivateKey,
  type PlatformAddress,
} from '@dashevo/evo-sdk';
import { createDevChain, type DevChain } from '@dapikit/chain';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layer1AssetLocks } from '../../src/controls/platform/layer1-asset-locks.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { LOCK_KEY, lockCoins } from './locked-coins.js';
import { startQuorumList, testSigner } from './trusted-client.js';

const keyOf = (byte: string): PrivateKey => PrivateKey.fromHex(byte.repeat(32), 'testnet');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const DASH = 100_000_000_000n;
const KINDS = [
  ['authentication', 'master'],
  ['authentication', 'high'],
  ['authentication', 'critical'],
  ['transfer', 'critical'],
] as const;

let chain: DevChain;
let platform: Platform;
let gateway: GatewayUnderTest;
let sdk: EvoSDK;

beforeAll(async () => {
  chain = await createDevChain({ mining: 'manual' });
  platform = await createPlatform({
    signer: testSigner,
    coreHeight: () => chain.tip().height,
    assetLocks: layer1AssetLocks(chain),
  });
  gateway = await startGatewayUnderTest(
    { platformTransitions: 'signed' },
    { layer1: chain, platform: { platform: () => Promise.resolve(platform) } },
  );
  sdk = new EvoSDK({
    network: 'local',
    trusted: true,
    addresses: [`http://127.0.0.1:${gateway.port}`],
    quorumUrl: await startQuorumList(),
  });
  await sdk.connect();
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
  chain.close();
});

/** Makes the address of a private key, with a signer of it. */
function owned(byte: string): { address: PlatformAddress; signer: PlatformAddressSigner } {
  const signer = new PlatformAddressSigner();
  return { address: signer.addKey(keyOf(byte)), signer };
}

/** Returns the text of an address as both sides write it. */
const nameOf = (address: PlatformAddress): string => address.toBech32m('testnet');

const fund = async (address: PlatformAddress, credits = DASH): Promise<void> => {
  await platform.fundAddress({ address: nameOf(address), credits });
};

const balanceOf = async (address: PlatformAddress): Promise<bigint | undefined> =>
  (await platform.getAddress({ address: nameOf(address) }))?.balance;

/** Returns an input, or an output, as the official tutorials write it: the facade reads no instances of its own classes. */
const funds = (address: PlatformAddress, amount?: bigint): never =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types name the classes
  ({ address: nameOf(address), ...(amount === undefined ? {} : { amount }) }) as never;

/** Makes an identity with the keys of four private keys, and their signer. */
function identityWith(first: number, id: Identifier | string) {
  const identity = new Identity(typeof id === 'string' ? Identifier.fromBase58(id) : id);
  const signer = new IdentitySigner();
  for (const [keyId, [purpose, securityLevel]] of KINDS.entries()) {
    const key = keyOf(String(first + keyId));
    signer.addKey(key);
    identity.addPublicKey(
      new IdentityPublicKey({
        keyId,
        purpose,
        securityLevel,
        keyType: 'ecdsa_secp256k1',
        isReadOnly: false,
        data: key.getPublicKey().toBytes(),
      }),
    );
  }
  return { identity, signer };
}

/** The fee strategy as a plain object, as {@link funds}. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types name the classes
const REDUCE_OUTPUT = [{ $type: 'reduceOutput', index: 0 }] as never;
const NEW_ID = '11111111111111111111111111111112';

describe('evo-sdk with platform addresses', () => {
  it('reads present and absent addresses with proofs', async () => {
    const [present, absent] = [owned('21').address, owned('22').address];
    await fund(present, 5_000_000n);
    const found = await sdk.addresses.get(present);
    expect([found?.balance, found?.nonce]).toEqual([5_000_000n, 0n]);
    expect(await sdk.addresses.get(absent)).toBeUndefined();
    const many = await sdk.addresses.getMany([absent, present]);
    expect([...many.values()].map((info) => info?.balance)).toEqual(
      expect.arrayContaining([undefined, 5_000_000n]),
    );
    const { data } = await sdk.addresses.getManyWithProof([present]);
    expect([...data.values()].map((info) => info?.balance)).toEqual([5_000_000n]);
  });

  it('transfers between addresses, with the fee out of an input or an output', async () => {
    const [from, to] = [owned('23'), owned('24')];
    await fund(from.address);
    const infos = await sdk.addresses.transfer({
      inputs: [funds(from.address, 1_000_000_000n)],
      outputs: [funds(to.address, 1_000_000_000n)],
      signer: from.signer,
    });
    expect(infos.size).toBe(2);
    expect(await balanceOf(to.address)).toBe(1_000_000_000n);
    const rest = (await balanceOf(from.address)) ?? 0n;
    expect(rest).toBeLessThan(DASH - 1_000_000_000n - 6_000_000n);
    await sdk.addresses.transfer({
      inputs: [funds(from.address, rest)],
      outputs: [funds(to.address, rest)],
      feeStrategy: REDUCE_OUTPUT,
      signer: from.signer,
    });
    expect(await platform.getAddress({ address: nameOf(from.address) })).toMatchObject({
      balance: 0n,
      nonce: 2,
    });
    expect(await balanceOf(to.address)).toBeLessThan(1_000_000_000n + rest);
  });

  it('creates and tops up an identity with credits of addresses', async () => {
    const from = owned('25');
    await fund(from.address);
    const { identity, signer } = identityWith(30, NEW_ID);
    const created = await sdk.addresses.createIdentity({
      identity,
      inputs: [funds(from.address, 10_000_000n)],
      identitySigner: signer,
      addressSigner: from.signer,
    });
    const id = created.identity.id.toBase58();
    expect(await platform.getIdentity({ id })).toMatchObject({ balance: 10_000_000n });
    const { newBalance } = await sdk.addresses.topUpIdentity({
      identity: created.identity,
      inputs: [funds(from.address, 20_000_000n)],
      signer: from.signer,
    });
    expect(newBalance).toBe(30_000_000n);
  });

  it('transfers credits of an identity to addresses', async () => {
    const { identity, signer } = identityWith(40, NEW_ID);
    const [master, high, critical, transfer] = identity.publicKeys.map(({ data }) => data);
    const { id } = await platform.createIdentity({
      keys: [
        { securityLevel: 'MASTER', type: 'ECDSA_SECP256K1', data: master ?? '' },
        { securityLevel: 'HIGH', type: 'ECDSA_SECP256K1', data: high ?? '' },
        { securityLevel: 'CRITICAL', type: 'ECDSA_SECP256K1', data: critical ?? '' },
        {
          purpose: 'TRANSFER',
          securityLevel: 'CRITICAL',
          type: 'ECDSA_SECP256K1',
          data: transfer ?? '',
        },
      ],
    });
    const found = await sdk.identities.fetch(id);
    if (found === undefined) throw new Error('expected the identity');
    const to = [owned('26').address, owned('27').address];
    const { newBalance } = await sdk.addresses.transferFromIdentity({
      identity: found,
      outputs: to.map((address) => funds(address, 7_000_000n)),
      signer,
    });
    expect(await Promise.all(to.map(balanceOf))).toEqual([7_000_000n, 7_000_000n]);
    expect(newBalance).toBe((await platform.getIdentity({ id }))?.balance);
  });

  it('funds an address from an asset lock', async () => {
    const { txid } = await lockCoins(chain, 0, 1_000_000n);
    chain.mine(1);
    const to = owned('28');
    const assetLockProof = AssetLockProof.createChainAssetLockProof(
      chain.tip().height,
      new OutPoint(txid, 0),
    );
    await sdk.addresses.fundFromAssetLock({
      assetLockProof,
      assetLockPrivateKey: PrivateKey.fromHex(hex(LOCK_KEY), 'testnet'),
      outputs: [funds(to.address)],
      feeStrategy: REDUCE_OUTPUT,
      signer: to.signer,
    });
    // The reference figures of testnet are 14,964,200 and 14,702,160 credits.
    expect(await balanceOf(to.address)).toBe(1_000_000_000n - 14_800_800n);
  });

  it('gets the official errors of structure and fees, and nobody pays', async () => {
    const [from, to] = [owned('29'), owned('2a')];
    await fund(from.address, 10_000_000n);
    const rejection = async (given: bigint, received: bigint): Promise<string> => {
      try {
        await sdk.addresses.transfer({
          inputs: [funds(from.address, given)],
          outputs: [funds(to.address, received)],
          signer: from.signer,
        });
        return '';
      } catch (error) {
        return String(Reflect.get(Object(error), 'message'));
      }
    };
    expect(await rejection(1_000_000n, 999_999n)).toMatch(/1000000.*999999/s);
    expect(await rejection(5_000_000n, 5_000_000n)).toMatch(/6500000/);
    expect(await rejection(11_000_000n, 11_000_000n)).toMatch(/11000000/);
    const state = await platform.getAddress({ address: nameOf(from.address) });
    expect(state).toMatchObject({ nonce: 0, balance: 10_000_000n });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });
});
