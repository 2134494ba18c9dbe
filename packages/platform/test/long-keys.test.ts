import { describe, expect, it } from 'vitest';
import { InputError } from '../src/base/errors/input-error.js';
import { QueryError } from '@dapikit/proof/document-query';
import { onEachEngine } from './engines.js';
import { openRoom } from './platform-fixture.js';
import { schemaOf } from '../../proof/test/sample-contract.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const BYTES = { type: 'array', byteArray: true, maxItems: 255 };
const ALL = { name: 'all', properties: NAMES.map((name) => ({ [name]: 'asc' })), unique: true };
const typeWith = (index: object): object => ({
  note: schemaOf(Object.fromEntries(NAMES.map((name) => [name, BYTES])), {
    documentsMutable: false,
    indices: [index],
  }),
});
const dataOf = (byte: number): Record<string, Uint8Array> =>
  Object.fromEntries(NAMES.map((name) => [name, new Uint8Array(255).fill(byte)]));

onEachEngine((engine) => {
  describe('values that are too long together for an index key', () => {
    it.each([{ byte: 0 }, { byte: 1 }])('are rejected by name when all bytes are $byte', async ({ byte }) => {
      const { platform, contractId, alice } = await openRoom(engine, typeWith(ALL));
      const note = { by: alice, contractId, documentType: 'note' };
      const [rejected, other] = await Promise.allSettled([
        platform.createDocument({ ...note, data: dataOf(byte) }),
        platform.createIdentity(),
      ]);
      expect(rejected).toMatchObject({ reason: { name: 'InputError', at: '/data' } });
      expect(other.status).toBe('fulfilled');
    });

    it('are rejected before the contest, not at its end', async () => {
      const room = await openRoom(engine, typeWith({ ...ALL, contested: { resolution: 0 } }));
      const { platform, clock, contractId, alice } = room;
      const note = { by: alice, contractId, documentType: 'note', prefundedVotingBalance: 'auto' } as const;
      for (const byte of [0, 1])
        await expect(platform.createDocument({ ...note, data: dataOf(byte) })).rejects.toThrow(InputError);
      expect((await platform.status()).nextContestEnd).toBeUndefined();
      clock.advance(5_400_000);
      await platform.mineBlock();
    });

    it('are valid in a query', async () => {
      const room = await openRoom(engine, typeWith({ ...ALL, contested: { resolution: 0 } }));
      const poll = { contractId: room.contractId, documentType: 'note', indexName: 'all' };
      const longest = new Uint8Array(255);
      expect(
        await room.platform.getContestedResources({
          ...poll,
          startIndexValues: NAMES.slice(1).map(() => longest),
          startAtValue: longest,
        }),
      ).toEqual([]);
      await expect(
        room.platform.getContestedResources({ ...poll, startAtValue: new Uint8Array(256) }),
      ).rejects.toThrow(QueryError);
    });
  });
});
