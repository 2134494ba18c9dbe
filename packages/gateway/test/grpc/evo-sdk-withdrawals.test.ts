import {
  CoreScript,
  EvoSDK,
  IdentitySigner,
  PlatformAddressSigner,
  PrivateKey,
  type Identity,
} from '@dashevo/evo-sdk';
import { createDevChain, type DevChain } from '@dapikit/chain';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { layer1Withdrawals } from '../../src/platform/layer1-withdrawals.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { startQuorumList, testSigner } from './trusted-client.js';

/** A limit for a busy machine. */
const PATIENCE = { timeout: 20_000, interval: 50 };
const DASH = 100_000_000_000n;
const keyOf = (byte: string): PrivateKey => PrivateKey.fromHex(byte.repeat(32), 'testnet');
/** Who gets the coins: its WebAssembly is there after the connection. */
const script = (): CoreScript => CoreScript.fromP2PKH(new Uint8Array(20).fill(0xab));

let chain: DevChain;
let platform: Platform;
let gateway: GatewayUnderTest;
let sdk: EvoSDK;
let stopWatching: () => void;

beforeAll(async () => {
  chain = await createDevChain({ instantSend: true, chainLocks: true });
  platform = await createPlatform({
    signer: testSigner,
    coreHeight: () => chain.tip().height,
    withdrawals: layer1Withdrawals(chain),
  });
  stopWatching = chain.watchChainLocks(() => {
    platform.settleWithdrawals().catch(() => undefined);
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
  stopWatching();
  await gateway.stop();
  await platform.close();
  chain.close();
});

async function identity(): Promise<{ found: Identity; signer: IdentitySigner }> {
  const signer = new IdentitySigner();
  const keys = ['51', '52'].map((byte) => {
    const key = keyOf(byte);
    signer.addKey(key);
    return Buffer.from(key.getPublicKey().toBytes()).toString('hex');
  });
  const { id } = await platform.createIdentity({
    keys: [
      { securityLevel: 'MASTER', type: 'ECDSA_SECP256K1', data: keys[0] ?? '' },
      { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type: 'ECDSA_SECP256K1', data: keys[1] ?? '' },
    ],
  });
  const found = await sdk.identities.fetch(id);
  if (found === undefined) throw new Error('expected the identity');
  return { found, signer };
}

const completed = async (credits: bigint): Promise<void> =>
  vi.waitFor(async () => {
    const done = await platform.getWithdrawals({ status: 'complete' });
    expect(done.map((one) => one.credits)).toContain(credits);
  }, PATIENCE);

describe('withdrawals of evo-sdk', { timeout: 60_000 }, () => {
  it('arrive on the development chain from an identity', async () => {
    const { found, signer } = await identity();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types merge the options of the facade with those of the transition
    const options = {
      identity: found,
      amount: 1_000_000n,
      toAddress: script().toAddress('regtest'),
      coreFeePerByte: 1,
      signer,
    } as unknown as Parameters<typeof sdk.identities.creditWithdrawal>[0];
    await sdk.identities.creditWithdrawal(options);
    await completed(1_000_000n);
    expect(chain.quorums.unlockStatus(0n)).toBe('chainlocked');
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });

  it('arrive on the development chain from a platform address', async () => {
    const signer = new PlatformAddressSigner();
    const address = signer.addKey(keyOf('53')).toBech32m('testnet');
    await platform.fundAddress({ address, credits: DASH });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facade reads no instances of its own classes
    const inputs = [{ address, amount: 3_000_000n }] as never;
    const options = { inputs, coreFeePerByte: 1, pooling: 0, outputScript: script(), signer };
    await sdk.addresses.withdraw(options);
    await completed(3_000_000n);
    expect(chain.quorums.nextUnlockIndex).toBe(2n);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
  });
});
