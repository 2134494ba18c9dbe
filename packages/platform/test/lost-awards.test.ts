import { expect, it } from 'vitest';
import { UnreadableDocumentError } from '../src/state/document/binary-form.js';
import { onEachEngine } from './engines.js';
import { openRoom, type Room } from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

const END = 5_400_000;
const ENTROPY = new Uint8Array(32).fill(7);
const LABEL = { type: 'string', maxLength: 63 };
const NAMES = {
  name: schemaOf(
    { label: LABEL, kind: { type: 'string', maxLength: 20 }, rank: SCHEMAS.u8 },
    {
      required: ['label'],
      documentsMutable: false,
      documentsCountable: true,
      indices: [
        {
          name: 'label',
          properties: [{ label: 'asc' }],
          unique: true,
          contested: { resolution: 0, fieldMatches: [{ field: 'kind', regexPattern: '^contested$' }] },
        },
      ],
    },
  ),
};

/** The second version of a contract, where ranks take two bytes. */
function widened(contract: unknown): unknown {
  const wider = JSON.parse(JSON.stringify(contract));
  wider.version = 2;
  wider.documentSchemas.name.properties.rank.maximum = 65_535;
  return wider;
}

const create = async ({ platform, contractId }: Room, by: string, data: object, more: object = {}) =>
  platform.createDocument({
    by,
    contractId,
    documentType: 'name',
    data: { ...data },
    prefundedVotingBalance: 'auto',
    ...more,
  });

onEachEngine((engine) => {
  it("a contest awards nothing if another document has the winner's id by then", async () => {
    const room = await openRoom(engine, NAMES);
    const { platform, clock, alice, contractId } = room;
    await create(room, alice, { label: 'x', kind: 'contested' }, { entropy: ENTROPY });
    const taken = await create(room, alice, { label: 'y' }, { entropy: ENTROPY });
    clock.advance(END);
    expect((await platform.mineBlock()).ended).toHaveLength(1);
    expect(await platform.verify()).toMatchObject({ ok: true });
    const names = { contractId, documentType: 'name' };
    expect(await platform.getDocumentsCount(names)).toEqual({ count: 1n });
    expect(await platform.getDocuments(names)).toEqual([taken.document]);
  });

  it("a contest awards nothing if another document has the winner's values by then", async () => {
    const room = await openRoom(engine, NAMES);
    const { platform, clock, alice, bob, contractId } = room;
    await create(room, alice, { label: 'x', kind: 'contested' });
    const taken = await create(room, bob, { label: 'x' });
    clock.advance(END);
    expect((await platform.mineBlock()).ended).toHaveLength(1);
    expect(await platform.verify()).toMatchObject({ ok: true });
    expect(await platform.getDocuments({ contractId, documentType: 'name' })).toEqual([taken.document]);
  });

  it('a contest ends though a contract update made its documents unreadable', async () => {
    const room = await openRoom(engine, NAMES);
    const { platform, clock, owner, alice, bob, contractId } = room;
    await create(room, bob, { label: 'y', rank: 5 });
    await create(room, alice, { label: 'x', kind: 'contested', rank: 5 });
    const wider = widened((await platform.getContract({ id: contractId }))?.contract);
    await platform.updateContract({ by: owner, contract: wider });
    const names = { contractId, documentType: 'name' };
    await expect(platform.getDocuments(names)).rejects.toThrow(UnreadableDocumentError);
    await expect(platform.getVoteState({ ...names, indexName: 'label', indexValues: ['x'] })).rejects.toThrow(
      UnreadableDocumentError,
    );
    clock.advance(END);
    expect((await platform.mineBlock()).ended).toHaveLength(1);
    expect((await platform.status()).nextContestEnd).toBeUndefined();
    expect(await platform.getDocumentsCount(names)).toEqual({ count: 1n });
  });
});
