import { base58 } from '@scure/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { claim, type NameRoom } from './dpns-fixture.js';
import { DASH } from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

const NOTE = { note: schemaOf({ text: SCHEMAS.string }) };
const NOBODY = base58.encode(new Uint8Array(32).fill(9));

async function open(): Promise<{ platform: Platform; me: string }> {
  const platform = await createPlatform({ recordsTransitions: true, proofs: false });
  onTestFinished(async () => platform.close());
  const { id } = await platform.createIdentity({ seed: 'me' });
  return { platform, me: id };
}

/** The aliases without those of contracts of the network. */
const given = async (platform: Platform): Promise<readonly string[]> =>
  (await platform.listAliases())
    .filter(({ kind, alias }) => kind === 'identity' || !SYSTEM.has(alias))
    .map(({ alias, id }) => `${alias} ${id}`);
const SYSTEM = new Set([
  'dpns',
  'dashpay',
  'withdrawals',
  'masternodeRewards',
  'walletUtilities',
  'tokenHistory',
  'keywordSearch',
  'documentHistory',
]);

describe('aliases', () => {
  it('are the seeds of identities, the names of contracts of the network, and what is given', async () => {
    const { platform, me } = await open();
    expect((await platform.listAliases()).map(({ alias }) => alias)).toEqual(
      expect.arrayContaining(['dpns', 'dashpay', 'me']),
    );
    const { contractId } = await platform.registerContract({ by: me, contract: NOTE });
    expect(await platform.setAlias({ alias: 'notes', contractId })).toEqual({
      alias: 'notes',
      kind: 'contract',
      id: contractId,
    });
    expect(await given(platform)).toEqual([`me ${me}`, `notes ${contractId}`]);
  });

  it('go to the newest that gets them, with the id that loses them', async () => {
    const { platform, me } = await open();
    const first = await platform.registerContract({ by: me, contract: NOTE });
    const second = await platform.registerContract({ by: me, contract: NOTE });
    await platform.setAlias({ alias: 'notes', contractId: first.contractId });
    const taken = await platform.setAlias({ alias: 'notes', contractId: second.contractId });
    expect(taken).toMatchObject({ id: second.contractId, replacedId: first.contractId });
    const again = await platform.setAlias({ alias: 'notes', contractId: second.contractId });
    expect(again).not.toHaveProperty('replacedId');
    expect(await given(platform)).toEqual([`me ${me}`, `notes ${second.contractId}`]);
  });

  it('are not taken from a contract by the seed of an identity', async () => {
    const { platform, me } = await open();
    const { contractId } = await platform.registerContract({ by: me, contract: NOTE });
    await platform.setAlias({ alias: 'bob', contractId });
    await platform.createIdentity({ seed: 'bob' });
    expect(await given(platform)).toContain(`bob ${contractId}`);
  });

  it('go with what a revert undoes', async () => {
    const { platform, me } = await open();
    const { id } = await platform.snapshot();
    const { contractId } = await platform.registerContract({ by: me, contract: NOTE });
    await platform.setAlias({ alias: 'notes', contractId });
    await platform.revert({ id });
    expect(await given(platform)).toEqual([`me ${me}`]);
    // The name is free again, also for the seed of an identity.
    const { id: next } = await platform.createIdentity({ seed: 'notes' });
    expect(await given(platform)).toEqual([`me ${me}`, `notes ${next}`]);
  });

  it('go with what an import replaces', async () => {
    const { platform, me } = await open();
    const file = await platform.exportState();
    await platform.createIdentity({ seed: 'bob' });
    await platform.importState(file);
    const { contractId } = await platform.registerContract({ by: me, contract: NOTE });
    await platform.setAlias({ alias: 'bob', contractId });
    expect(await given(platform)).toEqual([`me ${me}`, `bob ${contractId}`]);
  });

  it('are the names in DPNS that identities own, and not those of a contest', async () => {
    const { platform } = await open();
    const who = async (seed: string): Promise<string> =>
      (
        (await platform.getIdentity({ seed })) ??
        (await platform.createIdentity({ seed, credits: 10n * DASH }))
      ).id;
    const room: NameRoom = {
      platform,
      clock: createClock(),
      who,
      node: async (name) => Promise.resolve(name),
    };
    await claim(room, 'Ann', 'ann-with-a-long-name-2', {});
    await claim(room, 'Bob', 'bob');
    const names = await given(platform);
    expect(names).toContain(`ann-with-a-long-name-2.dash ${await who('Ann')}`);
    expect(names.filter((name) => name.startsWith('bob.'))).toEqual([]);
  });

  it('are not the seeds of identities where the platform is shared', async () => {
    const platform = await createPlatform({ seedAliases: false, proofs: false });
    onTestFinished(async () => platform.close());
    const { id } = await platform.createIdentity({ seed: 'stranger' });
    expect(await given(platform)).toEqual([]);
    await platform.setAlias({ alias: 'known', identityId: id });
    expect(await given(platform)).toEqual([`known ${id}`]);
  });

  it('name the contract and the signer of recorded transitions', async () => {
    const { platform, me } = await open();
    const { contractId } = await platform.registerContract({ by: me, contract: NOTE });
    await platform.setAlias({ alias: 'notes', contractId });
    await platform.createDocument({ by: me, contractId, documentType: 'note', data: { text: 'a' } });
    const { transitions } = await platform.listUnsignedTransitions({ limit: 1 });
    expect(transitions).toMatchObject([{ contractName: 'notes', signerId: me, signerName: 'me' }]);
    await expect(
      platform.createDocument({ by: me, contractId, documentType: 'note', data: { text: 5 } }),
    ).rejects.toThrow('JsonSchemaError');
    expect(await platform.listRejections({ limit: 1 })).toMatchObject({
      rejections: [{ contractName: 'notes', signerName: 'me' }],
    });
  });

  it.each(['', 'a b', 'x'.repeat(64), NOBODY, 'dpns', '-a'])('reject %j', async (alias) => {
    const { platform, me } = await open();
    await expect(platform.setAlias({ alias, identityId: me })).rejects.toThrow('alias: expected');
  });

  it('reject what is not stored, and two ids', async () => {
    const { platform, me } = await open();
    await expect(platform.setAlias({ alias: 'x', identityId: NOBODY })).rejects.toThrow(
      'identityId: expected the id of a stored identity',
    );
    await expect(platform.setAlias({ alias: 'x', contractId: me })).rejects.toThrow(
      'contractId: expected the id of a stored contract',
    );
    await expect(platform.setAlias({ alias: 'x', contractId: me, identityId: me })).rejects.toThrow(
      'send identityId or contractId',
    );
  });

  it('are at most a thousand', async () => {
    const { platform, me } = await open();
    for (let at = 0; at < 1_000; at += 1) await platform.setAlias({ alias: `a${at}`, identityId: me });
    await expect(platform.setAlias({ alias: 'more', identityId: me })).rejects.toThrow(
      'at most 1000 aliases',
    );
    await expect(platform.setAlias({ alias: 'a7', identityId: me })).resolves.toMatchObject({ id: me });
    // The seed of the identity made room for one of them.
    expect(await given(platform)).not.toContain(`me ${me}`);
  });
});
