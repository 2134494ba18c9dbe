import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createIdentity } from '../src/state/identity/identity-store.js';
import { issueCredits } from '../src/state/identity/credits.js';
import type { PublicKey } from '../src/state/identity/public-key.js';
import { onEachEngine, type Engine } from './engines.js';

interface Recorded {
  readonly name: string;
  readonly hex: string;
  /** What makes its signature invalid. */
  readonly why?: string;
  readonly requires?: { readonly ownerId: string | null };
  readonly fields?: { readonly recipientId?: string };
  readonly signature: {
    readonly keyId: number | null;
    readonly keyType?: string;
    readonly publicKey?: string;
  };
}

const RECORDED: ReadonlyMap<string, Recorded> = new Map(
  readFileSync(
    new URL('../../../fixtures/state-transitions/transitions-4.1.0.jsonl', import.meta.url),
    'utf8',
  )
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Recorded => JSON.parse(line))
    .map((line) => [line.name, line]),
);

const recorded = (name: string): Recorded => {
  const found = RECORDED.get(name);
  if (found === undefined) throw new Error(`expected the transition ${name}`);
  return found;
};

/** The keys of the recorded owner by their ids. */
const KINDS: Readonly<Record<number, Pick<PublicKey, 'purpose' | 'securityLevel'>>> = {
  0: { purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
  1: { purpose: 'AUTHENTICATION', securityLevel: 'CRITICAL' },
  2: { purpose: 'AUTHENTICATION', securityLevel: 'HIGH' },
  4: { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
};

function keysOf(owner: string): PublicKey[] {
  const found = new Map<number, string>();
  for (const { requires, signature, why } of RECORDED.values()) {
    const { keyId, keyType, publicKey } = signature;
    if (requires?.ownerId === owner && keyId !== null && keyType === 'ecdsa_secp256k1' && why === undefined)
      found.set(keyId, publicKey ?? '');
  }
  return Object.entries(KINDS).map(([id, kind]) => ({
    ...kind,
    id: Number(id),
    type: 'ECDSA_SECP256K1',
    data: Uint8Array.from(Buffer.from(found.get(Number(id)) ?? '', 'hex')),
    readOnly: false,
  }));
}

const CREDITS = 10n ** 15n;

/** A platform with the identity that signed, and the one that gets its credits. */
async function openRecorded(engine: Engine): Promise<Platform> {
  const store = await engine.open();
  const platform = await createPlatform({ store, protocolVersion: 13 });
  const owner = recorded('identity-credit-transfer-small').requires?.ownerId ?? '';
  const recipient = recorded('identity-credit-transfer-small').fields?.recipientId ?? '';
  await store.write(async (view) => {
    const requirements = new Map();
    await issueCredits(view, 2n * CREDITS);
    await createIdentity(view, { id: bytesOf(owner), balance: CREDITS, keys: keysOf(owner), requirements });
    const keys = keysOf(owner).map((key) => ({ ...key, data: key.data.with(32, key.id) }));
    await createIdentity(view, { id: bytesOf(recipient), balance: CREDITS, keys, requirements });
  });
  return platform;
}

/** What a node makes of recorded bytes: 0 is success, `paid` a rejection that comes with the block. */
const OUTCOMES: readonly (readonly [name: string, code: number, paid?: 'paid'])[] = [
  ['identity-update-add-high', 0],
  ['identity-update-disable-two', 40_203, 'paid'],
  ['identity-update-add-and-disable', 40_204],
  ['identity-credit-transfer-small', 0],
  ['identity-credit-transfer-large', 40_204],
  ['identity-credit-transfer-flipped-bit', 20_002],
  ['identity-credit-transfer-short-signature', 20_002],
  ['identity-credit-transfer-empty-signature', 20_002],
  ['identity-credit-transfer-other-key-id', 20_003],
  ['identity-credit-transfer-signed-by-authentication-key', 20_011],
  ['data-contract-create-note', 0],
  ['data-contract-create-dpns-like', 0],
  ['data-contract-create-note-with-token-and-group', 10_353],
  ['data-contract-create-signed-by-high-key', 0],
  ['data-contract-create-id-of-another-nonce', 10_204, 'paid'],
  ['data-contract-update-note', 10_400, 'paid'],
  ['data-contract-update-signed-by-high-key', 20_004],
  ['document-replace', 10_400],
  ['batch-v0-document-delete', 10_400],
  ['batch-of-two', 10_412],
  ['document-delete-signed-by-master-key', 20_004],
];

const outcomeOf = async (platform: Platform, name: string): Promise<unknown> => {
  const stateTransition = Buffer.from(recorded(name).hex, 'hex');
  try {
    const { id } = await platform.broadcastStateTransition({ stateTransition });
    const code = (await platform.getStateTransition({ id }))?.rejection?.code;
    return code === undefined ? [name, 0] : [name, code, 'paid'];
  } catch (error) {
    return [name, Reflect.get(Object(error), 'code')];
  }
};

onEachEngine((engine) => {
  it("recorded transitions of the official SDK are executed or rejected with the network's code", async () => {
    const platform = await openRecorded(engine);
    for (const expected of OUTCOMES) {
      const before = await platform.snapshot();
      expect(await outcomeOf(platform, expected[0])).toEqual([...expected]);
      expect(await platform.verify()).toMatchObject({ ok: true });
      await platform.revert(before);
    }
    await platform.close();
  });

  it('recorded documents of a recorded contract are created', async () => {
    const platform = await openRecorded(engine);
    expect(await outcomeOf(platform, 'data-contract-create-note')).toEqual(['data-contract-create-note', 0]);
    expect(await outcomeOf(platform, 'document-create-note')).toEqual(['document-create-note', 0]);
    expect(await outcomeOf(platform, 'data-contract-update-note')).toEqual(['data-contract-update-note', 0]);
    // It has the nonce of the first document.
    const again = 'document-create-note-unicode';
    expect(await outcomeOf(platform, again)).toEqual([again, 40_204]);
    await platform.close();
  });

  it('a recorded transition in hexadecimal digits is rejected with the fix', async () => {
    const platform = await openRecorded(engine);
    const { hex } = recorded('document-create-note');
    for (const [encoding, fix] of [
      ['base64', 'decode them as hexadecimal digits'],
      ['utf8', 'send the bytes that these digits mean'],
    ] as const) {
      const stateTransition = Buffer.from(hex, encoding);
      await expect(platform.broadcastStateTransition({ stateTransition })).rejects.toMatchObject({
        code: 10_002,
        fix: expect.stringContaining(fix),
      });
    }
    await platform.close();
  });
});
