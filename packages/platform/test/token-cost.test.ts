import { describe, expect, it } from 'vitest';
import { identifierText } from '../src/base/bytes/identifier.js';
import { identifierBytes } from '../src/base/bytes/identifier.js';
import { tokenId } from '../src/state/token/token-id.js';
import { onEachEngine, type Engine } from './engines.js';
import { balanceOf, created, noteOf, openRoom, rejection, type Room } from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';
import { TOKEN_1000 } from './sample-token.js';

interface TokenRoom extends Room {
  readonly token: string;
}

/** Notes that cost tokens, of which the owner has 1,000 and Alice 10. */
async function tokenRoom(engine: Engine, tokenCost: object): Promise<TokenRoom> {
  const room = await openRoom(engine, noteOf({ text: SCHEMAS.string }, { tokenCost, transferable: 1 }), {
    contract: { tokens: { '0': TOKEN_1000 } },
  });
  const token = identifierText(tokenId(identifierBytes(room.contractId)!, 0));
  await room.platform.transferTokens({
    by: room.owner,
    tokenId: token,
    recipientId: room.alice,
    amount: 10n,
  });
  return { ...room, token };
}

const cost = (amount: number, more: object = {}) => ({ tokenPosition: 0, amount, ...more });
const PAYS = { tokenContractPosition: 0 };

const tokensOf = async ({ platform, token }: TokenRoom, identityId: string): Promise<bigint> =>
  (await platform.getTokenBalance({ tokenId: token, identityId })).balance;

onEachEngine((engine) => {
  describe('token costs of documents', () => {
    it('are paid to the owner of the contract', async () => {
      const room = await tokenRoom(engine, { create: cost(3) });
      const note = { contractId: room.contractId, documentType: 'note', by: room.alice, data: {} };
      await room.platform.createDocument({ ...note, tokenPaymentInfo: PAYS });
      expect([await tokensOf(room, room.alice), await tokensOf(room, room.owner)]).toEqual([7n, 993n]);
    });

    it('can be burnt', async () => {
      const room = await tokenRoom(engine, { create: cost(3, { effect: 1 }) });
      const note = { contractId: room.contractId, documentType: 'note', by: room.alice, data: {} };
      await room.platform.createDocument({ ...note, tokenPaymentInfo: PAYS });
      expect([await tokensOf(room, room.alice), await tokensOf(room, room.owner)]).toEqual([7n, 990n]);
      expect(await room.platform.getToken({ contractId: room.contractId, position: 0 })).toMatchObject({
        totalSupply: 997n,
      });
    });

    it('are not moved for the owner of the contract, who must have the balance', async () => {
      const room = await tokenRoom(engine, { create: cost(991) });
      const note = { contractId: room.contractId, documentType: 'note', by: room.owner, data: {} };
      expect(
        await rejection(room.platform.createDocument({ ...note, tokenPaymentInfo: PAYS })),
      ).toMatchObject({
        code: 40700,
        payload: { requiredBalance: 991n, actualBalance: 990n },
      });
      const affordable = await tokenRoom(engine, { create: cost(990) });
      await affordable.platform.createDocument({
        ...note,
        contractId: affordable.contractId,
        by: affordable.owner,
        tokenPaymentInfo: PAYS,
      });
      expect(await tokensOf(affordable, affordable.owner)).toBe(990n);
    });

    it.each([
      { info: undefined, code: 40115 },
      { info: { ...PAYS, tokenContractPosition: 1 }, code: 40117 },
      { info: { paymentTokenContractId: 'own' }, code: 40117 },
      { info: { ...PAYS, maximumTokenCost: 2 }, code: 40116 },
      { info: { ...PAYS, minimumTokenCost: '4' }, code: 40116 },
    ])('require an agreement, or $code with a fee before the data is checked', async ({ info, code }) => {
      const room = await tokenRoom(engine, { create: cost(3) });
      const given =
        info !== undefined && 'paymentTokenContractId' in info
          ? { paymentTokenContractId: room.contractId }
          : info;
      const note = { contractId: room.contractId, documentType: 'note', by: room.alice, data: { text: 5 } };
      const error = await rejection(
        room.platform.createDocument({
          ...note,
          ...(given === undefined ? {} : { tokenPaymentInfo: given }),
        }),
      );
      expect(error).toMatchObject({ code, isPaid: true });
      expect(await tokensOf(room, room.alice)).toBe(10n);
    });

    it('are rejected for a frozen account: 40702 before 40700', async () => {
      const room = await tokenRoom(engine, { create: cost(11) });
      const note = {
        contractId: room.contractId,
        documentType: 'note',
        by: room.alice,
        data: {},
        tokenPaymentInfo: PAYS,
      };
      expect(await rejection(room.platform.createDocument(note))).toMatchObject({ code: 40700 });
      await room.platform.setTokenFrozen({ tokenId: room.token, identityId: room.alice, isFrozen: true });
      expect(await rejection(room.platform.createDocument(note))).toMatchObject({ code: 40702 });
    });

    it('are separate from transfers, whose invalid amounts are rejected without a fee', async () => {
      const room = await tokenRoom(engine, {});
      const { platform, token, alice, bob, contractId } = room;
      const transfer = { by: alice, tokenId: token, recipientId: bob };
      for (const [wrong, code] of [
        [{ amount: 0 }, 10458],
        [{ amount: 2n ** 48n }, 10458],
        [{ amount: 0, recipientId: alice }, 10458],
        [{ amount: 1, recipientId: alice }, 10456],
        [{ amount: 1, tokenId: contractId }, 10450],
      ] as const)
        expect(await rejection(platform.transferTokens({ ...transfer, ...wrong }))).toMatchObject({
          code,
          isPaid: false,
        });
      expect(await rejection(platform.transferTokens({ ...transfer, amount: 2n ** 48n - 1n }))).toMatchObject(
        {
          code: 40700,
          isPaid: true,
        },
      );
    });

    it('are paid though the token is paused or the owner is frozen', async () => {
      const room = await tokenRoom(engine, { create: cost(3) });
      const { platform, token, alice, bob, owner, contractId } = room;
      await platform.setTokenPaused({ tokenId: token, isPaused: true });
      await platform.setTokenFrozen({ tokenId: token, identityId: owner, isFrozen: true });
      const transfer = { by: alice, tokenId: token, recipientId: bob, amount: 1 };
      expect(await rejection(platform.transferTokens(transfer))).toMatchObject({ code: 40711 });
      const note = { contractId, documentType: 'note', by: alice, data: {}, tokenPaymentInfo: PAYS };
      await platform.createDocument(note);
      expect([await tokensOf(room, alice), await tokensOf(room, owner)]).toEqual([7n, 993n]);
    });

    it.each([0, 1, 2])('are paid by the signer like the fee, with gasFeesPaidBy %i', async (mode) => {
      const room = await tokenRoom(engine, { create: cost(3, { gasFeesPaidBy: mode }) });
      const { platform, alice, owner, contractId } = room;
      const [before, ofOwner] = [await balanceOf(room, alice), await balanceOf(room, owner)];
      const info = { ...PAYS, gasFeesPaidBy: mode };
      const note = { contractId, documentType: 'note', by: alice, data: {}, tokenPaymentInfo: info };
      const { fee } = await platform.createDocument(note);
      expect(await balanceOf(room, alice)).toBe(before - fee);
      expect(await balanceOf(room, owner)).toBe(ofOwner);
      expect(await tokensOf(room, alice)).toBe(7n);
    });

    it("of another contract's token go to the owner of the document's contract", async () => {
      const room = await tokenRoom(engine, {});
      const { platform, contractId: tokenContract, alice, bob } = room;
      const bytes = [...identifierBytes(tokenContract)!];
      const { contractId } = await platform.registerContract({
        by: bob,
        contract: noteOf({ text: SCHEMAS.string }, { tokenCost: { create: cost(4, { contractId: bytes }) } }),
      });
      const note = { contractId, documentType: 'note', by: alice, data: {} };
      const info = { ...PAYS, paymentTokenContractId: tokenContract };
      expect(await rejection(platform.createDocument({ ...note, tokenPaymentInfo: PAYS }))).toMatchObject({
        code: 40117,
      });
      await platform.createDocument({ ...note, tokenPaymentInfo: info });
      expect([await tokensOf(room, alice), await tokensOf(room, bob)]).toEqual([6n, 4n]);
    });

    it('apply to other transitions as the type says, and an unneeded agreement is ignored', async () => {
      const room = await tokenRoom(engine, { replace: cost(1), delete: cost(2), transfer: cost(3) });
      const { platform, contractId, alice } = room;
      const id = await created(room, alice, 'note', { text: 'a' });
      const own = { contractId, documentType: 'note', by: alice, id };
      expect(await rejection(platform.replaceDocument({ ...own, data: {} }))).toMatchObject({ code: 40115 });
      await platform.replaceDocument({ ...own, data: {}, tokenPaymentInfo: PAYS });
      expect(await tokensOf(room, alice)).toBe(9n);
      await platform.transferDocument({ ...own, recipientId: alice, tokenPaymentInfo: PAYS });
      expect(await tokensOf(room, alice)).toBe(6n);
      await platform.deleteDocument({ ...own, tokenPaymentInfo: PAYS });
      expect(await tokensOf(room, alice)).toBe(4n);
      await platform.createDocument({
        contractId,
        documentType: 'note',
        by: alice,
        data: {},
        tokenPaymentInfo: { tokenContractPosition: 9 },
      });
    });

    it('are not paid if the document is rejected', async () => {
      const room = await tokenRoom(engine, { create: cost(3) });
      const entropy = new Uint8Array(32);
      const note = { contractId: room.contractId, documentType: 'note', by: room.alice, data: {}, entropy };
      await room.platform.createDocument({ ...note, tokenPaymentInfo: PAYS });
      expect(
        await rejection(room.platform.createDocument({ ...note, tokenPaymentInfo: PAYS })),
      ).toMatchObject({
        code: 40100,
      });
      expect(await tokensOf(room, room.alice)).toBe(7n);
    });
  });
});
