import {
  identitiesContractKeysQuery,
  verifyIdentitiesContractKeys,
  type IdentitiesContractKeysRequest,
  type ProvenResponse,
} from '@dapikit/proof';
import { identityPublicKey } from '@dapikit/protocol';
import { decode } from '@dapikit/protocol/codec';
import { expect, it } from 'vitest';
import type { ProvenState } from '../src/api/committed-state-api.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { onEachEngine } from './engines.js';
import { QUORUM_KEY, signer } from './quorum-signer.js';

const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 9, position: 0 } },
  additionalProperties: false,
};
const CONTRACT = {
  $formatVersion: '1',
  config: {
    $formatVersion: '1',
    requiresIdentityEncryptionBoundedKey: 0,
    requiresIdentityDecryptionBoundedKey: 1,
  },
  documentSchemas: {
    newest: {
      ...NOTE,
      requiresIdentityEncryptionBoundedKey: 2,
      requiresIdentityDecryptionBoundedKey: 2,
    },
    encryption: { ...NOTE, requiresIdentityEncryptionBoundedKey: 1 },
  },
};
const ENCRYPTION = 1;
const DECRYPTION = 2;

interface Room {
  readonly platform: Platform;
  readonly alice: string;
  readonly contractId: string;
}

/** Returns the ids of the current keys of an identity by purpose, which the proof and the response without one agree on. */
async function currentKeys(
  { platform, alice, contractId }: Room,
  documentType?: string,
): Promise<Readonly<Record<number, number | undefined>>> {
  const identityIds = [bytesOf(alice)];
  const asked = { identityIds, contractId: bytesOf(contractId), purposes: [ENCRYPTION, DECRYPTION] };
  const request = { ...asked, documentTypeName: documentType };
  const { proven, plain } = await platform.readProvenState(async (state) => ({
    proven: verifyIdentitiesContractKeys(await responseOf(state, request), {
      ...request,
      quorumKey: QUORUM_KEY,
    }),
    plain: await state.contractKeys({ ...asked, ...(documentType === undefined ? {} : { documentType }) }),
  }));
  const ids = Object.fromEntries(proven.value.map(({ purpose, key }) => [purpose, key?.id]));
  const [found] = plain;
  const bytes = Object.fromEntries(
    (found?.keys ?? []).map((one) => [one.purpose, decode(identityPublicKey, one.bytes).id]),
  );
  expect(ids).toEqual({ [ENCRYPTION]: bytes[ENCRYPTION], [DECRYPTION]: bytes[DECRYPTION] });
  return ids;
}

const responseOf = async (
  state: ProvenState,
  request: IdentitiesContractKeysRequest,
): Promise<ProvenResponse> => ({
  proof: {
    grovedbProof: await state.proofs.prove(identitiesContractKeysQuery(request)),
    ...state.signature,
  },
  metadata: {
    ...state.metadata,
    coreChainLockedHeight: state.metadata.coreHeight,
    timeMs: BigInt(state.metadata.time),
  },
});

onEachEngine(({ open }) => {
  it('references of bound keys follow the requirements of contracts and document types', async () => {
    const platform = await createPlatform({ store: await open(), signer });
    const { id: owner } = await platform.createIdentity();
    const { contractId } = await platform.registerContract({ by: owner, contract: CONTRACT });
    const { id: alice } = await platform.createIdentity();
    const room = { platform, alice, contractId };
    const add = async (purpose: 'ENCRYPTION' | 'DECRYPTION', documentType?: string): Promise<number> => {
      const contractBounds = { contractId, ...(documentType === undefined ? {} : { documentType }) };
      const key = { purpose, securityLevel: 'MEDIUM', contractBounds } as const;
      const { identity } = await platform.changeIdentityKeys({ by: alice, add: [key] });
      return identity.keys.at(-1)?.id ?? -1;
    };
    const nobody = { [ENCRYPTION]: undefined, [DECRYPTION]: undefined };
    expect(await currentKeys(room)).toEqual(nobody);

    // One key, and several without a reference to the newest.
    const only = await add('ENCRYPTION');
    await add('DECRYPTION');
    expect(await currentKeys(room)).toEqual({ ...nobody, [ENCRYPTION]: only });
    await add('ENCRYPTION', 'encryption');
    expect(await currentKeys(room, 'encryption')).toEqual(nobody);

    // Several with one.
    const first = await add('ENCRYPTION', 'newest');
    const other = await add('DECRYPTION', 'newest');
    const second = await add('ENCRYPTION', 'newest');
    expect(await currentKeys(room, 'newest')).toEqual({ [ENCRYPTION]: second, [DECRYPTION]: other });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });

    // Up to protocol 13, a disabled key becomes the newest one, and a reference has the hash of the changed key.
    const snapshot = await platform.snapshot();
    await platform.changeIdentityKeys({ by: alice, disable: [only, first] });
    expect(await currentKeys(room)).toEqual({ ...nobody, [ENCRYPTION]: only });
    expect(await currentKeys(room, 'newest')).toEqual({ [ENCRYPTION]: first, [DECRYPTION]: other });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });

    await platform.revert(snapshot);
    expect(await currentKeys(room, 'newest')).toEqual({ [ENCRYPTION]: second, [DECRYPTION]: other });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });

  it('bound keys that the network cannot store are rejected, and new identities have theirs', async () => {
    const platform = await createPlatform({ store: await open(), signer });
    const { id: owner } = await platform.createIdentity();
    const { contractId } = await platform.registerContract({
      by: owner,
      contract: { ...CONTRACT, config: { ...CONTRACT.config, requiresIdentityDecryptionBoundedKey: 2 } },
    });
    const key = (purpose: 'ENCRYPTION' | 'DECRYPTION', documentType?: string) => ({
      purpose,
      securityLevel: 'MEDIUM' as const,
      contractBounds: { contractId, ...(documentType === undefined ? {} : { documentType }) },
    });
    const changes = { by: owner, add: [key('DECRYPTION')] };
    await expect(platform.changeIdentityKeys(changes)).rejects.toThrow('reference to the newest (2)');
    const lacking = { by: owner, add: [key('DECRYPTION', 'encryption')] };
    await expect(platform.changeIdentityKeys(lacking)).rejects.toThrow('requires no key for DECRYPTION');

    const [unique, shared] = [key('ENCRYPTION', 'newest'), key('ENCRYPTION', 'newest')];
    const { id: alice } = await platform.createIdentity({
      keys: [
        { securityLevel: 'MASTER' },
        // Drive adds keys of types that identities can share behind the others.
        { ...shared, type: 'ECDSA_HASH160' },
        { ...unique, type: 'ECDSA_SECP256K1' },
      ],
    });
    expect(await currentKeys({ platform, alice, contractId }, 'newest')).toMatchObject({ [ENCRYPTION]: 1 });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });
});
