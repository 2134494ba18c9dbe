import {
  CoreScript,
  EvoSDK,
  IdentitySigner,
  PlatformAddressSigner,
  PrivateKey,
  type Identity,
  type PathElement,
} from '@dashevo/evo-sdk';
import { createDevChain, type DevChain } from '@dapikit/chain';
import { createPlatform, type Platform, type WithdrawalTarget } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { layer1Withdrawals } from '../../src/controls/platform/layer1-withdrawals.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { startQuorumList, testSigner, trustedClient, verifiedData } from './trusted-client.js';

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
let isSigning = true;
let isFinal = true;
/** The last asset unlock that the quorum signed. */
let lastSent = new Uint8Array();

/** Keys of layers of the withdrawals in the trees. */
const [QUEUED, BROADCASTED] = [1, 3];
/** The version, the number and the fee of an asset unlock. */
const PAYLOAD_BYTES = 13;

/** Pays withdrawals out on the development chain while the quorum signs. */
function payout(): WithdrawalTarget {
  const target = layer1Withdrawals(chain);
  return {
    ...target,
    send: async (unlock) => {
      if (!isSigning) return undefined;
      lastSent = Uint8Array.from(chain.quorums.signUnlock(unlock) ?? []);
      return target.send(unlock);
    },
    statusOf: async (unlock) => {
      const status = await target.statusOf(unlock);
      return status === 'final' && !isFinal ? 'pending' : status;
    },
  };
}

beforeAll(async () => {
  chain = await createDevChain({ instantSend: true, chainLocks: true });
  platform = await createPlatform({
    signer: testSigner,
    coreHeight: () => chain.tip().height,
    withdrawals: payout(),
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

describe('withdrawals of evo-sdk', () => {
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

  it('have their asset unlock in the proven queue until it is sent', async () => {
    const client = await trustedClient(gateway.port);
    const index = chain.quorums.nextUnlockIndex;
    const key = new Uint8Array(8);
    new DataView(key.buffer).setBigUint64(0, index);
    const unlockIn = async (layer: number): Promise<string | undefined> => {
      const path = [Uint8Array.of(0x50), Uint8Array.of(layer)];
      const [element] = await verifiedData<PathElement[]>(client, 'getPathElements', path, [key]);
      return element?.valueBytes && Buffer.from(element.valueBytes).toString('hex');
    };
    const address = `00${'ab'.repeat(20)}`;
    await platform.fundAddress({ address, credits: DASH });
    isSigning = false;
    const inputs = [{ address, credits: 4_000_000n }];
    await platform.withdrawAddressFunds({ inputs, outputScript: `76a914${'ab'.repeat(20)}88ac` });
    await platform.settleWithdrawals();
    const queued = (await unlockIn(QUEUED)) ?? '';
    expect(await unlockIn(BROADCASTED)).toBeUndefined();
    [isSigning, isFinal] = [true, false];
    await platform.settleWithdrawals();
    expect(await unlockIn(QUEUED)).toBeUndefined();
    expect(await unlockIn(BROADCASTED)).toBe(queued);
    // The transaction of layer 1 has another version, the length of its payload between, and what the quorum added behind.
    const sent = Buffer.from(lastSent).toString('hex');
    const payload = queued.length - 2 * PAYLOAD_BYTES;
    expect(sent.slice(4, payload)).toBe(queued.slice(4, payload));
    expect(sent.slice(payload + 2, queued.length + 2)).toBe(queued.slice(payload));
    isFinal = true;
    await platform.settleWithdrawals();
    await completed(4_000_000n);
    expect(await unlockIn(BROADCASTED)).toBeUndefined();
  });
});
