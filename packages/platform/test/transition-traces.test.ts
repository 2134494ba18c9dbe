import { documentId, type DocumentTransition, type StateTransition } from '@dapikit/protocol';
import { afterEach, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { TransitionTrace } from '../src/api/transition-trace.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { createClock } from '../src/state/chain/clock.js';
import { cardOf, contractWithoutId, DASH, T0 } from './platform-fixture.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

const ALICE = 300;
const HIGH = 2;
const TRANSFER = 3;
const open: Platform[] = [];

interface Room {
  readonly platform: Platform;
  readonly alice: string;
  readonly bob: string;
  readonly contractId: string;
  nonce: bigint;
}

/** Opens a platform that keeps traces, with two identities and a contract. */
async function openRoom(recordsTransitions: boolean | (() => boolean) = true): Promise<Room> {
  const platform = await createPlatform({
    protocolVersion: 13,
    clock: createClock({ time: T0, frozen: true }),
    recordsTransitions,
  });
  open.push(platform);
  const create = async (seed: string, first: number) =>
    (
      await platform.createIdentity({
        seed,
        credits: 10n * DASH,
        keys: keysFrom(first),
      })
    ).id;
  const [alice, bob] = [await create('alice', ALICE), await create('bob', 400)];
  const contract = contractWithoutId(cardOf());
  const { contractId } = await platform.registerContract({
    by: alice,
    contract,
  });
  return { platform, alice, bob, contractId, nonce: 0n };
}

afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

const transferOf = ({ alice, bob }: Room, nonce: bigint, keyId = TRANSFER): Uint8Array =>
  signed(
    {
      type: 'identityCreditTransfer',
      formatVersion: 0,
      identityId: bytesOf(alice),
      recipientId: bytesOf(bob),
      amount: 1_000_000n,
      nonce,
      ...UNSIGNED,
    },
    ALICE,
    keyId,
  );

type Change =
  | {
      readonly action: 'create';
      readonly entropy: number;
      readonly name: string;
    }
  | {
      readonly action: 'replace';
      readonly entropy: number;
      readonly name: string;
      readonly revision: number;
    }
  | { readonly action: 'delete'; readonly entropy: number };

/** Signs the next change of a card of alice. */
function cardChange(room: Room, change: Change, userFeeIncrease = 0): Uint8Array {
  room.nonce += 1n;
  const entropy = new Uint8Array(32).fill(change.entropy);
  const dataContractId = bytesOf(room.contractId);
  const base = {
    formatVersion: 1,
    id: documentId(dataContractId, bytesOf(room.alice), 'card', entropy),
    identityContractNonce: room.nonce,
    documentType: 'card',
    dataContractId,
    tokenPaymentInfo: undefined,
  } as const;
  const data = new Map('name' in change ? [['name', { type: 'text', value: change.name } as const]] : []);
  const item: DocumentTransition =
    change.action === 'create'
      ? {
          action: 'create',
          formatVersion: 0,
          base,
          entropy,
          data,
          prefundedVotingBalance: undefined,
        }
      : change.action === 'replace'
        ? {
            action: 'replace',
            formatVersion: 0,
            base,
            revision: BigInt(change.revision),
            data,
          }
        : { action: 'delete', formatVersion: 0, base };
  const batch: StateTransition = {
    ...UNSIGNED,
    type: 'batch',
    formatVersion: 1,
    ownerId: bytesOf(room.alice),
    transitions: [{ transition: 'document', ...item }],
    userFeeIncrease,
  };
  return signed(batch, ALICE, HIGH);
}

const traceOf = async ({ platform }: Room, id: string): Promise<TransitionTrace> => {
  const { isRecording, trace } = await platform.getTransitionTrace({ id });
  expect(isRecording).toBe(true);
  if (trace === undefined) throw new Error('expected a trace');
  return trace;
};

/** Broadcasts a transition that nobody pays for, and returns its trace. */
async function rejectedTrace(room: Room, stateTransition: Uint8Array): Promise<TransitionTrace> {
  await expect(room.platform.broadcastStateTransition({ stateTransition })).rejects.toThrow(/./);
  const [rejection] = (await room.platform.listRejections({ limit: 1 })).rejections;
  return traceOf(room, rejection?.id ?? '');
}

const sumOf = ({ steps }: TransitionTrace): bigint =>
  steps.reduce((sum, { processingFee, storageFee }) => sum + processingFee + storageFee, 0n);

const step = ({ steps }: TransitionTrace, name: string) => {
  const found = steps.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`expected the step ${name}: ${steps.map((one) => one.name).join(', ')}`);
  return found;
};

const undone = (trace: TransitionTrace, name: string): boolean[] =>
  step(trace, name).writes.map(({ isUndone }) => isUndone);

const failedSteps = ({ steps }: TransitionTrace): string[] =>
  steps.filter(({ isPassed }) => !isPassed).map(({ name }) => name);

it('the trace of an executed transfer has its steps with what each read and wrote', async () => {
  const room = await openRoom();
  const before = (await room.platform.getIdentity({ id: room.alice }))!.balance;
  const { id } = await room.platform.broadcastStateTransition({
    stateTransition: transferOf(room, 2n),
  });
  const trace = await traceOf(room, id);
  const after = (await room.platform.getIdentity({ id: room.alice }))!.balance;
  expect(trace).toMatchObject({
    id,
    kind: 'identityCreditTransfer',
    phase: 'block',
    isDryRun: false,
  });
  expect(trace.rejection).toBeUndefined();
  expect(trace.block).toEqual((await room.platform.getStateTransition({ id }))!.block);
  expect(failedSteps(trace)).toEqual([]);
  expect(trace.steps.map(({ name }) => name)).toEqual([
    'known transition',
    'signer',
    'signature',
    'nonce',
    'structure',
    'balance',
    'execution',
    'base fee',
    'Merk batch',
    'fee',
  ]);
  expect(step(trace, 'nonce').writes).toEqual([
    {
      entry: 'identityNonces',
      ids: [room.alice],
      before: { size: 8, value: 1n },
      after: { size: 8, value: 2n },
      isUndone: false,
    },
  ]);
  const charged = step(trace, 'fee').writes.find(
    ({ entry, ids }) => entry === 'balances' && ids?.[0] === room.alice,
  );
  expect(charged).toMatchObject({
    before: { value: before },
    after: { value: after },
  });
});

it('the fees of the steps add up to the fee of each kind of document change, with refund and fee increase', async () => {
  const room = await openRoom();
  const changes: readonly (readonly [Change, number])[] = [
    [{ action: 'create', entropy: 1, name: 'ace' }, 0],
    [{ action: 'create', entropy: 2, name: 'king' }, 37],
    [{ action: 'replace', entropy: 1, name: 'queen', revision: 2 }, 0],
    [{ action: 'create', entropy: 2, name: 'jack' }, 13],
    [{ action: 'delete', entropy: 1 }, 5],
  ];
  const rejected: boolean[] = [];
  const refunded: string[] = [];
  for (const [change, increase] of changes) {
    const stateTransition = cardChange(room, change, increase);
    const { id } = await room.platform.broadcastStateTransition({
      stateTransition,
    });
    const [trace, executed] = [await traceOf(room, id), await room.platform.getStateTransition({ id })];
    expect(trace.fee).toBe(executed!.fee);
    expect(sumOf(trace)).toBe(executed!.fee);
    expect(step(trace, 'Merk batch').trees).toBeDefined();
    rejected.push(trace.rejection !== undefined);
    refunded.push(...trace.steps.flatMap(({ refunds }) => refunds.map(({ identityId }) => identityId)));
  }
  expect(rejected).toEqual([false, false, false, true, false]);
  expect(refunded).toEqual([room.alice]);
});

it('the trace of a rejection that its block charged marks what it undid', async () => {
  const room = await openRoom();
  const traces: TransitionTrace[] = [];
  for (const name of ['ace', 'king']) {
    const stateTransition = cardChange(room, { action: 'create', entropy: 1, name });
    traces.push(await traceOf(room, (await room.platform.broadcastStateTransition({ stateTransition })).id));
  }
  const [created, rejected] = traces;
  expect(undone(created!, 'document')).not.toContain(true);
  expect(rejected!.rejection).toMatchObject({ name: 'DocumentAlreadyPresentError', isPaid: true });
  expect(failedSteps(rejected!)).toEqual(['stored documents']);
  expect(undone(rejected!, 'nonce')).toEqual([false]);
});

it('the trace of a transition that its node rejects ends at the step that failed, and costs nothing', async () => {
  const room = await openRoom();
  const bytes = transferOf(room, 2n);
  bytes[bytes.length - 3]! ^= 1;
  const trace = await rejectedTrace(room, bytes);
  expect(trace).toMatchObject({
    phase: 'mempool',
    rejection: { isPaid: false },
  });
  expect(trace).not.toHaveProperty('fee');
  expect(failedSteps(trace)).toEqual(['signature']);
  expect(trace.steps.at(-1)!.name).toBe('signature');
  expect(sumOf(trace)).toBe(0n);

  expect(failedSteps(await rejectedTrace(room, transferOf(room, 900n)))).toEqual(['nonce']);
  const unreadable = await rejectedTrace(room, Uint8Array.of(250, 1));
  expect(unreadable).toMatchObject({ kind: 'unreadable', phase: 'bytes' });
  expect(failedSteps(unreadable)).toEqual(['decode']);
});

it('a dry run has the trace of the block that follows, and changes nothing', async () => {
  const room = await openRoom();
  const { platform } = room;
  const all = [
    cardChange(room, { action: 'create', entropy: 1, name: 'ace' }),
    cardChange(room, {
      action: 'replace',
      entropy: 1,
      name: 'two',
      revision: 2,
    }),
    cardChange(room, { action: 'create', entropy: 1, name: 'again' }),
    transferOf(room, 2n),
  ];
  const state = async () => [
    await platform.status(),
    await platform.exportState(),
    await platform.listRejections(),
  ];
  for (const stateTransition of all) {
    const before = await state();
    const dry = await platform.traceStateTransition({ stateTransition });
    expect(await state()).toEqual(before);
    const { id } = await platform.broadcastStateTransition({ stateTransition });
    const { block, ...real } = await traceOf(room, id);
    expect(block).toBeDefined();
    expect(dry.isDryRun).toBe(true);
    const { steps, ...rest } = dry;
    const { steps: realSteps, ...realRest } = real;
    expect(rest.signerName).toBe('alice');
    expect({ ...rest, isDryRun: false }).toEqual(realRest);
    expect(steps).toEqual(realSteps.slice(1));
  }
});

it('a dry run names the contract and the signer by their aliases', async () => {
  const room = await openRoom();
  const { platform, contractId } = room;
  const stateTransition = cardChange(room, { action: 'create', entropy: 1, name: 'one' });
  const unnamed = await platform.traceStateTransition({ stateTransition });
  expect(unnamed).toMatchObject({ contractId, signerName: 'alice' });
  expect(unnamed.contractName).toBeUndefined();
  await platform.setAlias({ alias: 'cards', contractId });
  expect(await platform.traceStateTransition({ stateTransition })).toEqual({
    ...unnamed,
    contractName: 'cards',
  });
});

it('a dry run returns a rejection that nobody pays for, and rejects what is no bytes', async () => {
  const room = await openRoom();
  const { platform } = room;
  const trace = await platform.traceStateTransition({
    stateTransition: transferOf(room, 2n, HIGH),
  });
  expect(trace).toMatchObject({
    phase: 'mempool',
    isDryRun: true,
    rejection: { isPaid: false },
  });
  expect(failedSteps(trace)).toEqual(['signature']);
  expect(await platform.traceStateTransition({ stateTransition: new Uint8Array(3) })).toMatchObject({
    kind: 'unreadable',
    phase: 'bytes',
  });
  // @ts-expect-error: no bytes
  await expect(platform.traceStateTransition({ stateTransition: 'abc' })).rejects.toThrow('stateTransition');
});

it('keeps no trace where the option says so, nor one of bytes that are sent again', async () => {
  let isOn = false;
  const room = await openRoom(() => isOn);
  const { platform } = room;
  const snapshot = await platform.snapshot();
  const stateTransition = transferOf(room, 2n);
  const { id } = await platform.broadcastStateTransition({ stateTransition });
  expect(await platform.getTransitionTrace({ id })).toEqual({
    isRecording: true,
  });
  await platform.revert(snapshot);
  isOn = true;
  await platform.broadcastStateTransition({ stateTransition });
  expect((await traceOf(room, id)).rejection).toBeUndefined();
  await expect(platform.broadcastStateTransition({ stateTransition })).rejects.toThrow(/already/);
  expect((await traceOf(room, id)).rejection).toBeUndefined();
  expect((await platform.listRejections()).rejections).toMatchObject([
    { id, rejection: { name: 'KnownTransitionError' } },
  ]);
  await expect(platform.getTransitionTrace({ id: 'x' })).rejects.toThrow('id');
  const other = await createPlatform({ protocolVersion: 13 });
  open.push(other);
  expect(await other.getTransitionTrace({ id })).toEqual({
    isRecording: false,
  });
});
