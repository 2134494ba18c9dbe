import { describe, expect, it } from 'vitest';
import { TOKEN_1000 } from '../sample-token.js';
import { register, TEXT, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';

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

const withToken = async (room: PreviewRoom, members: object): Promise<string> =>
  register(
    room,
    { note: typeOf({ text: TEXT }) },
    { tokens: { 0: { ...TOKEN_1000, $formatVersion: '1', ...members } } },
  );

describe('a token of format 1 is not moved that', () => {
  it('cannot be transferred: purchases, of which the sources of protocol 14 disagree', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const contractId = await withToken(room, { transferable: false });
      const purchase = platform.purchaseTokens({ by: alice, contractId, amount: 1n, totalAgreedPrice: 1n });
      await expect(purchase).rejects.toThrow(unlike('transferable'));
    }));

  it('has a distribution once per identity: claims', () =>
    withPreview(async (room) => {
      const { platform, alice: by } = room;
      const oncePerIdentityDistribution = { amount: 5 };
      const contractId = await withToken(room, {
        distributionRules: { $formatVersion: '1', oncePerIdentityDistribution },
      });
      const claim = platform.claimTokens({ by, contractId, distribution: 'perpetual' });
      await expect(claim).rejects.toThrow(unlike('oncePerIdentityDistribution'));
    }));
});

it('moves a token of format 1 with the defaults', () =>
  withPreview(async (room) => {
    const { platform, owner: by, alice: recipientId } = room;
    const contractId = await withToken(room, { transferable: true });
    await expect(platform.transferTokens({ by, contractId, amount: 1n, recipientId })).resolves.toMatchObject(
      {
        isExecuted: true,
      },
    );
  }));
