import { describe, expect, it } from 'vitest';
import { TOKEN_1000 } from '../sample-token.js';
import { register, TEXT, typeOf, withPreview, writerOf } from './preview-room.js';

const TOKENS = { tokens: { 0: TOKEN_1000 } };

const priced = (cost: object): object => ({
  note: typeOf(
    { text: TEXT },
    { tokenCost: { create: { tokenPosition: 0, amount: 1, effect: 1, ...cost } } },
  ),
});

const notUsable = {
  config: {
    $formatVersion: '2',
    moderation: {
      banlist: true,
      moderators: {
        $type: 'elected',
        moderatedDocumentTypes: { note: ['ban'] },
        interim: { $type: 'notYetUsable' },
      },
    },
  },
};

const unlike = (name: string) =>
  new RegExp(`checks "${name.replaceAll('.', '\\.')}" of .* at registration, and does not execute it`);

describe('a write of a document at protocol 14 is rejected, as the type has', () => {
  it.each<[name: string, types: object, members: object]>([
    ['moderatedDocumentTypes', { note: typeOf({ text: TEXT }) }, notUsable],
  ])('%s', (name, types, members) =>
    withPreview(async (room) => {
      const { owner } = room;
      const { create } = writerOf(room, await register(room, types, members));
      await expect(create(owner, 'note', { text: 'a' }, { tokenPaymentInfo: {} })).rejects.toThrow(
        unlike(name),
      );
    }),
  );

  it('nothing where the members have their defaults', () =>
    withPreview(async (room) => {
      const types = priced({ optional: false, gasFeesPaidBy: 0 });
      const { create } = writerOf(room, await register(room, types, TOKENS));
      await expect(create(room.owner, 'note', { text: 'a' }, { tokenPaymentInfo: {} })).resolves.toBeTypeOf(
        'string',
      );
    }));
});

it('gasFeesPaidBy has no effect at protocol 13', () =>
  withPreview(
    async (room) => {
      const { create } = writerOf(room, await register(room, priced({ gasFeesPaidBy: 1 }), TOKENS));
      await expect(create(room.owner, 'note', { text: 'a' }, { tokenPaymentInfo: {} })).resolves.toBeTypeOf(
        'string',
      );
    },
    { protocolVersion: 13 },
  ));
