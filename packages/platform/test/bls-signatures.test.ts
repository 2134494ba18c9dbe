import { blsPublicKey, encodeStateTransition, nobleSignatures, sign, signableBytes } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { createPlatform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import type { Quirks } from '../src/state/rules/quirks.js';
import { DASH } from './platform-fixture.js';

const SECRET = new Uint8Array(32).fill(7);
const TRANSFER = 1;
const OTHER_MESSAGE = new TextEncoder().encode('another message');
const OPTIONS: Readonly<Record<string, { readonly strict?: boolean; readonly quirks?: Quirks }>> = {
  'by default': {},
  'where it is strict': { strict: true },
  'with the quirk': { quirks: { acceptsWrongBls: true } },
  'with the quirk where it is strict': { strict: true, quirks: { acceptsWrongBls: true } },
};

/** Returns the codes for a right signature, one of another message, and bytes that are none, in this order. */
async function codesOf(options: (typeof OPTIONS)[string]): Promise<unknown[]> {
  const platform = await createPlatform(options);
  const keys = [
    { securityLevel: 'MASTER' },
    {
      id: TRANSFER,
      purpose: 'TRANSFER',
      securityLevel: 'CRITICAL',
      type: 'BLS12_381',
      data: blsPublicKey(SECRET),
    },
  ] as const;
  const { id } = await platform.createIdentity({ credits: DASH, keys });
  const { id: recipient } = await platform.createIdentity();
  const codes: unknown[] = [];
  const sent = async (nonce: number, signatureOf: (signable: Uint8Array) => Uint8Array): Promise<void> => {
    const transition = {
      type: 'identityCreditTransfer',
      formatVersion: 0,
      identityId: bytesOf(id),
      recipientId: bytesOf(recipient),
      amount: 1_000_000n,
      nonce: BigInt(nonce),
      userFeeIncrease: 0,
      signaturePublicKeyId: TRANSFER,
      signature: new Uint8Array(),
    } as const;
    const signature = signatureOf(signableBytes(transition));
    const stateTransition = encodeStateTransition({ ...transition, signature });
    const outcome = await platform.broadcastStateTransition({ stateTransition }).then(
      () => 'executed',
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
    codes.push(outcome);
  };
  await sent(1, (signable) => sign(signable, 'BLS12_381', SECRET));
  await sent(2, () => nobleSignatures.signBls(OTHER_MESSAGE, SECRET));
  await sent(3, () => new Uint8Array(96).fill(5));
  await platform.close();
  return codes;
}

it.each<[string, unknown]>([
  ['by default', 20_002],
  ['where it is strict', 20_002],
  ['with the quirk', 'executed'],
  ['with the quirk where it is strict', 'executed'],
])('BLS signatures of another message are judged %s', async (name, outcome) => {
  expect(await codesOf(OPTIONS[name]!)).toEqual(['executed', outcome, 20_002]);
});
