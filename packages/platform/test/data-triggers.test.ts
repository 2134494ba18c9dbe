import { describe, expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { DASHPAY, DPNS } from '../src/state/system-contract/system-ids.js';
import { claim, nameOf, openNameRoom, ownerOf, preorder, type NameRoom } from './dpns-fixture.js';
import { onEachEngine } from './engines.js';
import { documentIdIn, rejection } from './platform-fixture.js';

const domains = { contractId: DPNS, documentType: 'domain' };

onEachEngine((engine) => {
  const open = async (protocolVersion = 13): Promise<NameRoom> =>
    openNameRoom(await engine.open(), { protocolVersion });

  describe('a DPNS name', () => {
    it.each([
      { wrong: { normalizedLabel: 'a11ce3' }, conditions: 2 },
      { wrong: { normalizedParentDomainName: 'da5h' }, conditions: 2 },
      { wrong: { subdomainRules: { allowSubdomains: true } }, conditions: 1 },
      { wrong: { parentDomainName: '', normalizedParentDomainName: '' }, conditions: 2 },
      { wrong: { preorderSalt: new Uint8Array(32) }, conditions: 1 },
    ])('is rejected with 40500 for $wrong', async ({ wrong, conditions }) => {
      const room = await open();
      const by = await room.who('A');
      const data = nameOf('Alice2', by, await preorder(room, by, 'Alice2'));
      const error = await rejection(
        room.platform.createDocument({ ...domains, by, data: { ...data, ...wrong } }),
      );
      expect(error).toMatchObject({ code: 40500, isPaid: true, payload: { dataContractId: bytesOf(DPNS) } });
      expect(1 + error.also.length).toBe(conditions);
      await room.platform.createDocument({ ...domains, by, data });
    });

    it('must point to its owner', async () => {
      const room = await open();
      const [by, other] = [await room.who('A'), await room.who('B')];
      const data = nameOf('alice2', other, await preorder(room, by, 'alice2'));
      expect(await rejection(room.platform.createDocument({ ...domains, by, data }))).toMatchObject({
        code: 40500,
      });
    });

    it('must have a parent with the same owner', async () => {
      const room = await open();
      await claim(room, 'A', 'alice2');
      const sub = async (name: string) => {
        const by = await room.who(name);
        const parent = { parentDomainName: 'alice2.dash', normalizedParentDomainName: 'a11ce2.dash' };
        const data = { ...nameOf('work22', by, new Uint8Array(32)), ...parent };
        return rejection(room.platform.createDocument({ ...domains, by, data }));
      };
      // The pattern of the type leaves no dot in parentDomainName.
      expect(await sub('B')).toMatchObject({ code: 10101, payload: { keyword: 'pattern' } });
    });

    it('cannot be traded before protocol 13 (40500)', async () => {
      const room = await open(12);
      const { document } = await claim(room, 'A', 'alice2');
      const own = { ...domains, by: await room.who('A'), id: documentIdIn(document) };
      const recipientId = await room.who('B');
      for (const work of [
        room.platform.transferDocument({ ...own, recipientId }),
        room.platform.updateDocumentPrice({ ...own, price: 1 }),
      ])
        expect(await rejection(work)).toMatchObject({ code: 40500, isPaid: true });
    });

    it('can be traded from protocol 13 on and points to its new owner', async () => {
      const room = await open();
      const { document } = await claim(room, 'A', 'alice2');
      const [alice, bob] = [await room.who('A'), await room.who('B')];
      const own = { ...domains, by: alice, id: documentIdIn(document) };
      await room.platform.updateDocumentPrice({ ...own, price: 77 });
      const sold = await room.platform.purchaseDocument({ ...own, by: bob, price: 77 });
      expect(sold.document).toMatchObject({ $ownerId: bob, records: { identity: bob } });
      expect(await ownerOf(room, 'alice2')).toBe(bob);
      const ofBob = await room.platform.getDocuments({
        ...domains,
        where: [['records.identity', '==', bob]],
      });
      expect(ofBob).toHaveLength(1);
      expect(await rejection(room.platform.deleteDocument({ ...own, by: bob }))).toMatchObject({
        code: 40500,
      });
      expect(await room.platform.verify()).toMatchObject({ ok: true });
    });
  });

  it('a DashPay contact request must go to another existing identity', async () => {
    const room = await open();
    const [by, bob] = [await room.who('A'), await room.who('B')];
    const request = (toUserId: string) => ({
      by,
      contractId: DASHPAY,
      documentType: 'contactRequest',
      data: {
        toUserId,
        encryptedPublicKey: new Uint8Array(96),
        senderKeyIndex: 0,
        recipientKeyIndex: 0,
        accountReference: 0,
      },
    });
    expect(await rejection(room.platform.createDocument(request(by)))).toMatchObject({ code: 40500 });
    expect(await rejection(room.platform.createDocument(request(DPNS)))).toMatchObject({ code: 40500 });
    const { document } = await room.platform.createDocument(request(bob));
    expect(document['$createdAtCoreBlockHeight']).not.toBeNull();
  });
});
