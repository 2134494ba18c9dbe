import type { StateTransition } from '@dapikit/protocol';
import { afterEach, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { TransitionEvent } from '../src/api/transition-event.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { createClock } from '../src/state/chain/clock.js';
import { cardOf, contractWithoutId, DASH, T0 } from './platform-fixture.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

const ALICE = 300;
const TRANSFER = 3;
const open: Platform[] = [];

interface Room {
  readonly platform: Platform;
  readonly events: TransitionEvent[];
  readonly alice: string;
  readonly bob: string;
  readonly contractId: string;
}

/** Opens a platform with two identities and a contract, whose transitions are kept. */
async function openRoom(): Promise<Room> {
  const events: TransitionEvent[] = [];
  const platform = await createPlatform({
    protocolVersion: 13,
    clock: createClock({ time: T0, frozen: true }),
    recordsTransitions: true,
    onTransition: (event) => events.push(event),
  });
  open.push(platform);
  const create = async (seed: string, first: number) =>
    (await platform.createIdentity({ seed, credits: 10n * DASH, keys: keysFrom(first) })).id;
  const [alice, bob] = [await create('alice', ALICE), await create('bob', 400)];
  const { contractId } = await platform.registerContract({
    by: alice,
    contract: contractWithoutId(cardOf()),
  });
  return { platform, events, alice, bob, contractId };
}

afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

const transferOf = ({ alice, bob }: Room, nonce: bigint, amount = 1_000_000n): StateTransition => ({
  type: 'identityCreditTransfer',
  formatVersion: 0,
  identityId: bytesOf(alice),
  recipientId: bytesOf(bob),
  amount,
  nonce,
  ...UNSIGNED,
});

it('tells of an executed signed transition with its block, fee and signer', async () => {
  const room = await openRoom();
  const { id } = await room.platform.broadcastStateTransition({
    stateTransition: signed(transferOf(room, 2n), ALICE, TRANSFER),
  });
  const event = room.events.at(-1)!;
  expect(event).toMatchObject({
    id,
    summary: { kind: 'identityCreditTransfer', signerId: room.alice },
    block: { height: (await room.platform.status()).block?.height },
  });
  expect(event.rejection).toBeUndefined();
  expect(event.fee).toBeGreaterThan(0n);
  expect(event.content()).toMatchObject({ $type: 'identityCreditTransfer', recipientId: room.bob });
});

it('keeps a rejected signed transition with content, number and reason', async () => {
  const room = await openRoom();
  const stateTransition = signed(transferOf(room, 2n, 5n), ALICE, TRANSFER);
  await expect(room.platform.broadcastStateTransition({ stateTransition })).rejects.toThrow(/./);
  const { isRecording, rejections } = await room.platform.listRejections();
  expect(isRecording).toBe(true);
  expect(rejections).toMatchObject([
    {
      isSigned: true,
      kind: 'identityCreditTransfer',
      signerId: room.alice,
      content: { amount: 5, recipientId: room.bob },
      rejection: { name: 'InvalidIdentityCreditTransferAmountError', code: 10524, isPaid: false },
    },
  ]);
  expect(rejections[0]!.rejection.docs).toBe('dapikit explain 10524');
});

it('keeps bytes that are no state transition, without content', async () => {
  const { platform } = await openRoom();
  await expect(platform.broadcastStateTransition({ stateTransition: Uint8Array.of(250, 1) })).rejects.toThrow(
    /./,
  );
  const { rejections } = await platform.listRejections();
  expect(rejections).toMatchObject([{ kind: 'unreadable', bytes: Uint8Array.of(250, 1) }]);
  expect(rejections[0]).not.toHaveProperty('content');
});

it('keeps a rejected unsigned call with its input, and tells nothing of a malformed one', async () => {
  const { platform, alice, contractId, events } = await openRoom();
  const before = events.length;
  const card = { by: alice, contractId, documentType: 'card' };
  await expect(platform.createDocument({ ...card, data: { no: 1 } })).rejects.toThrow(/./);
  await expect(platform.createDocument({ ...card, by: 'nobody', data: {} })).rejects.toThrow(/./);
  const { rejections } = await platform.listRejections();
  expect(rejections).toMatchObject([
    {
      isSigned: false,
      kind: 'documentCreate',
      documentType: 'card',
      contractId,
      signerId: alice,
      content: { data: { no: 1 } },
    },
  ]);
  expect(events.length - before).toBe(1);
});

it('tells the names of unsigned calls as they are given, and no text that is no name', async () => {
  const { platform, alice, contractId, events } = await openRoom();
  const documentType = 'x'.repeat(65);
  await expect(platform.createDocument({ by: alice, contractId, documentType, data: {} })).rejects.toThrow(
    /./,
  );
  for (const named of [{ contractId, position: 2 }, { tokenId: alice }])
    await expect(platform.mintTokens({ by: alice, ...named, amount: 1n })).rejects.toThrow(/./);
  expect(
    events.slice(-3).map(({ summary }) => [summary.kind, summary.tokenPosition, summary.documentType]),
  ).toEqual([
    ['documentCreate', undefined, undefined],
    ['tokenMint', 2, undefined],
    ['tokenMint', undefined, undefined],
  ]);
});

it('lists unsigned calls, and drops those that a revert undoes', async () => {
  const { platform, alice, contractId } = await openRoom();
  const kinds = async () => (await platform.listUnsignedTransitions()).transitions.map(({ kind }) => kind);
  const before = await kinds();
  expect(before).toEqual(['dataContractCreate', 'identityCreate', 'identityCreate']);
  const { id } = await platform.snapshot();
  await platform.createDocument({ by: alice, contractId, documentType: 'card', data: { name: 'a' } });
  expect(await kinds()).toEqual(['documentCreate', ...before]);
  await platform.revert({ id });
  expect(await kinds()).toEqual(before);
});

it('reports fees by action and document type, paid rejections among them', async () => {
  const { platform, alice, bob, contractId } = await openRoom();
  const card = { contractId, documentType: 'card' };
  const fees: bigint[] = [];
  for (const name of ['a', 'a longer name'])
    fees.push((await platform.createDocument({ ...card, by: alice, data: { name } })).fee);
  await expect(platform.deleteDocument({ ...card, by: bob, id: alice })).rejects.toMatchObject({
    isPaid: true,
  });
  const { rows } = await platform.getFeeReport();
  const [lowest, highest] = fees.toSorted((a, b) => (a < b ? -1 : 1));
  expect(rows.find(({ kind }) => kind === 'documentCreate')).toEqual({
    kind: 'documentCreate',
    ...card,
    count: 2,
    rejected: 0,
    lowest,
    average: (lowest! + highest!) / 2n,
    highest,
  });
  expect(rows.find(({ kind }) => kind === 'documentDelete')).toMatchObject({ count: 1, rejected: 1 });
});

it('a platform that is not asked to keeps nothing', async () => {
  const platform = await createPlatform({ protocolVersion: 13 });
  open.push(platform);
  await platform.createIdentity({});
  expect(await platform.listUnsignedTransitions()).toEqual({ isRecording: false, transitions: [] });
  expect(await platform.getFeeReport()).toEqual({ isRecording: false, rows: [] });
});

it('a transition does not fail by what a listener throws', async () => {
  const warned = new Promise((resolve) => process.once('warning', resolve));
  const platform = await createPlatform({
    protocolVersion: 13,
    onTransition: () => {
      throw new Error('of a listener');
    },
  });
  open.push(platform);
  await expect(platform.createIdentity({})).resolves.toHaveProperty('id');
  expect(await warned).toMatchObject({ message: 'of a listener' });
});
