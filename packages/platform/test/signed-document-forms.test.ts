import { documentId, type DocumentTransition, type Value } from '@dapikit/protocol';
import { describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { createClock } from '../src/state/chain/clock.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { InputError } from '../src/base/errors/input-error.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { onEachEngine } from './engines.js';
import { balanceOf, contractWithoutId, DASH, T0 } from './platform-fixture.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

const FIRST_KEY = 100;
const HIGH = 2;

const BYTES = { type: 'array', byteArray: true, maxItems: 20 };
const IDENTIFIER = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
};
const FIELDS = {
  raw: BYTES,
  ref: IDENTIFIER,
  wide: SCHEMAS.u64,
  small: SCHEMAS.u8,
  ratio: { type: 'number' },
};
const NOTE = schemaOf(
  { ...FIELDS, inside: schemaOf(FIELDS), passing: BYTES },
  { transient: ['passing'], documentsMutable: true },
);

interface Desk {
  readonly platform: Platform;
  readonly contractId: string;
  readonly owner: string;
}

const list = (type: 'u8' | 'u16' | 'u32' | 'i8', values: readonly number[]): Value => ({
  type: 'array',
  value: values.map((value) => ({ type, value })),
});
const wideList = (type: 'u64' | 'i64', values: readonly number[]): Value => ({
  type: 'array',
  value: values.map((value) => ({ type, value: BigInt(value) })),
});
const text = (value: string): Value => ({ type: 'text', value });
const ID = new Uint8Array(32).fill(7);
const THREE = [1, 2, 3];

let notes = 0;

/** What broadcasts a change of one property, at the top or inside an object; a replace changes a document that is there. */
interface Change {
  readonly action: 'create' | 'replace';
  readonly isInside: boolean;
}
const CHANGES: readonly Change[] = (['create', 'replace'] as const).flatMap((action) =>
  [false, true].map((isInside) => ({ action, isInside })),
);

async function send(
  { platform, contractId, owner }: Desk,
  { action, isInside }: Change,
  [name, value]: readonly [string, Value],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  notes += 1;
  const entropy = new Uint8Array(32).fill(notes);
  const id = documentId(bytesOf(contractId), bytesOf(owner), 'note', entropy);
  if (action === 'replace')
    await platform.createDocument({ by: owner, contractId, documentType: 'note', entropy, data: {} });
  const base = {
    formatVersion: 1,
    id,
    identityContractNonce: await nextNonce(platform, owner, contractId),
    documentType: 'note',
    dataContractId: bytesOf(contractId),
    tokenPaymentInfo: undefined,
  } as const;
  const data = new Map<string, Value>([
    isInside ? ['inside', { type: 'map', value: [[text(name), value]] }] : [name, value],
  ]);
  const item: DocumentTransition =
    action === 'create'
      ? { action, formatVersion: 0, base, entropy, data, prefundedVotingBalance: undefined }
      : { action, formatVersion: 0, base, revision: 2n, data };
  const stateTransition = signed(
    {
      ...UNSIGNED,
      type: 'batch',
      formatVersion: 1,
      ownerId: bytesOf(owner),
      transitions: [{ transition: 'document', ...item }],
    },
    FIRST_KEY,
    HIGH,
  );
  await platform.broadcastStateTransition({ stateTransition });
  const stored = await platform.getDocument({ contractId, documentType: 'note', id: identifierText(id) });
  const inner = isInside ? stored?.['inside'] : stored;
  return typeof inner === 'object' && !Array.isArray(inner) ? Object(inner) : undefined;
}

const nextNonce = async (platform: Platform, identityId: string, contractId: string): Promise<bigint> =>
  (await platform.getIdentityNonce({ id: identityId, contractId })).nonce + 1n;

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'executed',
    (error: unknown) => error,
  );

onEachEngine((engine) => {
  const openDesk = async (): Promise<Desk> => {
    const platform = await createPlatform({
      store: await engine.open(),
      protocolVersion: 13,
      clock: createClock({ time: T0, frozen: true }),
    });
    const owner = (await platform.createIdentity({ credits: 100n * DASH, keys: keysFrom(FIRST_KEY) })).id;
    const whole = contractWithoutId({ note: NOTE });
    const { contractId } = await platform.registerContract({
      by: owner,
      contract: { ...whole, ownerId: owner },
    });
    return { platform, contractId, owner };
  };

  describe.each(CHANGES)('a signed $action (inside an object: $isInside)', (change) => {
    it('stores bytes, lists of u8 and integers of every type', async () => {
      const desk = await openDesk();
      const accepted: readonly (readonly [string, Value, unknown])[] = [
        ['raw', { type: 'bytes', value: Uint8Array.from(THREE) }, 'AQID'],
        ['raw', { type: 'bytes20', value: new Uint8Array(20) }, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
        ['raw', list('u8', THREE), 'AQID'],
        ['raw', list('u8', []), ''],
        ['ref', { type: 'identifier', value: ID }, identifierText(ID)],
        ['ref', { type: 'bytes32', value: ID }, identifierText(ID)],
        ['ref', { type: 'bytes', value: ID }, identifierText(ID)],
        ['ref', list('u8', [...ID]), identifierText(ID)],
        ['small', { type: 'i64', value: 5n }, 5],
        ['wide', { type: 'u8', value: 5 }, 5],
        ['ratio', { type: 'u32', value: 5 }, 5],
      ];
      for (const [name, value, stored] of accepted)
        expect((await send(desk, change, [name, value]))?.[name]).toEqual(stored);
    });

    it('is rejected with 10101 for text where the schema has bytes, an identifier or an integer', async () => {
      const desk = await openDesk();
      const rejected: readonly (readonly [string, Value, RegExp])[] = [
        ['raw', text('AQID'), /`Document\.fromObject` keeps bytes/],
        ['raw', text(''), /`Document\.fromObject` keeps bytes/],
        ['ref', text(identifierText(ID)), /`Document\.fromObject` keeps bytes/],
        ['wide', text('9007199254740993'), /`Document\.fromObject` keeps a bigint/],
        ['small', text('5'), /`Document\.fromObject` keeps a bigint/],
      ];
      for (const [name, value, fix] of rejected) {
        const error = await failure(send(desk, change, [name, value]));
        expect(error).toBeInstanceOf(ConsensusError);
        expect(error).toMatchObject({ code: 10101, fix: expect.stringMatching(fix) });
      }
    });

    it('is rejected without a number and a fee for integers in the place of bytes, and floats in that of integers', async () => {
      const desk = await openDesk();
      const mixed: Value = {
        type: 'array',
        value: [
          { type: 'u8', value: 1 },
          { type: 'u16', value: 2 },
        ],
      };
      const rejected: readonly (readonly [string, Value])[] = [
        ['raw', wideList('u64', THREE)],
        ['raw', wideList('i64', THREE)],
        ['raw', list('u16', THREE)],
        ['raw', list('u32', THREE)],
        ['raw', list('i8', THREE)],
        ['raw', mixed],
        ['ref', wideList('u64', [...ID])],
        ['ref', list('u16', [...ID])],
      ];
      const broadcast = async (name: string, value: Value): Promise<unknown> => {
        const error = await failure(send(desk, change, [name, value]));
        expect(error).toBeInstanceOf(InputError);
        return error;
      };
      for (const [name, value] of rejected)
        expect(await broadcast(name, value)).toMatchObject({
          message: expect.stringMatching(/not an array of bytes: `Document\.fromObject` keeps bytes/),
          at: change.isInside ? `/data/inside/${name}` : `/data/${name}`,
        });
      for (const name of ['wide', 'small'])
        expect(await broadcast(name, { type: 'float', value: 5 })).toMatchObject({
          message: expect.stringContaining('not an integer: it was sent as float'),
        });
    });

    it('breaks the schema before its form counts', async () => {
      const desk = await openDesk();
      const long = wideList(
        'u64',
        Array.from({ length: 21 }, () => 1),
      );
      for (const value of [long, wideList('u64', [256]), wideList('i64', [-1])])
        expect(await failure(send(desk, change, ['raw', value]))).toMatchObject({ code: 10101 });
    });

    it('is rejected with 10103 for values that JSON does not have', async () => {
      const desk = await openDesk();
      const unknown: readonly Value[] = [
        { type: 'enumU8', value: Uint8Array.from(THREE) },
        { type: 'enumString', value: ['one'] },
        { type: 'u128', value: 2n ** 64n },
        { type: 'i128', value: -(2n ** 64n) },
        { type: 'array', value: [{ type: 'enumU8', value: Uint8Array.of(1) }] },
        { type: 'map', value: [[{ type: 'u8', value: 1 }, text('one')]] },
      ];
      for (const value of unknown)
        expect(await failure(send(desk, change, ['raw', value]))).toMatchObject({ code: 10103 });
    });
  });

  it('a rejection for the form of a value costs nothing', async () => {
    const desk = await openDesk();
    const before = await balanceOf(desk, desk.owner);
    await failure(send(desk, { action: 'create', isInside: false }, ['raw', wideList('u64', THREE)]));
    expect(await balanceOf(desk, desk.owner)).toBe(before);
    expect(await nextNonce(desk.platform, desk.owner, desk.contractId)).toBe(1n);
  });

  it('a signed create drops a transient value of any form that its schema takes, and a replace stores it', async () => {
    const desk = await openDesk();
    const value = ['passing', wideList('u64', THREE)] as const;
    expect(await send(desk, { action: 'create', isInside: false }, value)).not.toHaveProperty('passing');
    expect(await failure(send(desk, { action: 'replace', isInside: false }, value))).toBeInstanceOf(
      InputError,
    );
  });

  it('an unsigned create reads text and lists of integers', async () => {
    const { platform, contractId, owner } = await openDesk();
    const stored = { raw: 'AQID', ref: identifierText(ID), wide: 5 };
    for (const data of [
      { raw: 'AQID', ref: identifierText(ID), wide: '5' },
      { raw: THREE, ref: [...ID], wide: 5 },
    ])
      expect(
        (await platform.createDocument({ by: owner, contractId, documentType: 'note', data })).document,
      ).toMatchObject(stored);
  });
});
