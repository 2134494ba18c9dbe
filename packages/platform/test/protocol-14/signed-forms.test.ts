import { hash } from 'node:crypto';
import { dataContract, dataContractId, type StateTransition } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../proof/test/sample-contract.js';
import type { ActionFeeTerms } from '../../src/api/document-api.js';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { identifierText } from '../../src/base/bytes/identifier.js';
import { keysFrom, signed, UNSIGNED } from '../signer.js';
import { codeOf, register, TEXT, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';

type Batch = Extract<StateTransition, { readonly type: 'batch' }>;
type Item = Extract<Batch, { readonly formatVersion: 0 }>['transitions'][number];
type Base = Extract<Item['base'], { readonly formatVersion: 2 }>;
type Agreement = NonNullable<Base['actionFeeAgreement']>;
type Groups = Pick<
  Extract<StateTransition, { readonly type: 'dataContractCreate'; readonly formatVersion: 1 }>,
  'contractGroup' | 'contractGroupMemberships'
>;

/** The numbers of the first private keys of two identities. */
const [CAROL, DAVE] = [100, 200];
const HIGH = 2;

const FEE = { owner: 900, moderators: 50 };
const TRADED = typeOf(
  { text: TEXT },
  {
    actionFees: {
      replace: FEE,
      delete: FEE,
      transfer: FEE,
      update_price: FEE,
      purchase: FEE,
    },
    transferable: 1,
    tradeMode: 1,
  },
);
const CONFIG = {
  $formatVersion: '2',
  moderation: { banlist: true, moderators: { $type: 'contractOwner' } },
};

const agreementOf = (changed: Partial<Agreement> = {}): Agreement => ({
  formatVersion: 0,
  owner: 900n,
  moderators: 50n,
  feeMultiplier: { knownPermille: 1000n, increaseTolerancePercent: 0 },
  ...changed,
});

/** The agreements, with the number of the error with which one is rejected. */
const AGREEMENTS: readonly [code: number | 'accepted', agreement: Agreement | undefined][] = [
  [40_132, undefined],
  [40_133, agreementOf({ owner: 901n })],
  [40_133, agreementOf({ moderators: 0n })],
  [40_133, agreementOf({ feeMultiplier: undefined })],
  [40_134, agreementOf({ feeMultiplier: { knownPermille: 800n, increaseTolerancePercent: 24 } })],
  ['accepted', agreementOf({ feeMultiplier: { knownPermille: 800n, increaseTolerancePercent: 25 } })],
];

/** Two identities that sign, and a document of the first for sale to the second. */
async function openMarket(room: PreviewRoom) {
  const { platform } = room;
  const identity = async (first: number) =>
    (
      await platform.createIdentity({
        credits: 10n ** 13n,
        keys: keysFrom(first),
      })
    ).id;
  const [carol, dave] = [await identity(CAROL), await identity(DAVE)];
  const contractId = await register(room, { post: TRADED }, { config: CONFIG });
  const id = await writerOf(room, contractId).create(carol, 'post', { text: 'a' });
  const place = { contractId, documentType: 'post', id };
  const actionFeeAgreement = { ...FEE, feeMultiplier: { knownPermille: 1000, increaseTolerancePercent: 0 } };
  await platform.updateDocumentPrice({
    by: carol,
    ...place,
    price: 500n,
    actionFeeAgreement,
  });
  return { carol, dave, place };
}

type Market = Awaited<ReturnType<typeof openMarket>>;

/** The number of the error with which a block rejects signed bytes, whose signer pays for it. */
async function codeOfSigned({ platform }: PreviewRoom, stateTransition: Uint8Array) {
  const { id } = await platform.broadcastStateTransition({ stateTransition });
  return (await platform.getStateTransition({ id }))?.rejection?.code ?? 'accepted';
}

/** The number of the error with which the mempool rejects signed bytes, whose signer does not pay then. */
const codeOfSent = async ({ platform }: PreviewRoom, stateTransition: Uint8Array) =>
  codeOf(platform.broadcastStateTransition({ stateTransition }));

function signedItem(ownerId: string, first: number, item: Item): Uint8Array {
  const transitions = [{ transition: 'document' as const, ...item }];
  return signed(
    {
      ...UNSIGNED,
      type: 'batch',
      formatVersion: 1,
      ownerId: bytesOf(ownerId),
      transitions,
    },
    first,
    HIGH,
  );
}

const baseOf = (
  { contractId, id }: Market['place'],
  identityContractNonce: bigint,
  actionFeeAgreement: Agreement | undefined,
): Base => ({
  formatVersion: 2,
  id: bytesOf(id),
  identityContractNonce,
  documentType: 'post',
  dataContractId: bytesOf(contractId),
  tokenPaymentInfo: undefined,
  actionFeeAgreement,
});

type Action = 'replace' | 'delete' | 'transfer' | 'updatePrice' | 'purchase';

/** Returns an item without its base, and the same as an unsigned call. */
function writeOf(action: Action, { platform }: PreviewRoom, { dave, place }: Market) {
  const V0 = { formatVersion: 0, revision: 3n } as const;
  type Agreed = { readonly by: string; readonly actionFeeAgreement?: ActionFeeTerms };
  switch (action) {
    case 'replace':
      return {
        item: { ...V0, action, data: new Map([['text', { type: 'text', value: 'b' }]]) } as const,
        call: async (agreed: Agreed) =>
          platform.replaceDocument({ ...place, ...agreed, data: { text: 'b' } }),
      };
    case 'delete':
      return {
        item: { action, formatVersion: 0 } as const,
        call: async (agreed: Agreed) => platform.deleteDocument({ ...place, ...agreed }),
      };
    case 'transfer':
      return {
        item: { ...V0, action, recipientOwnerId: bytesOf(dave) } as const,
        call: async (agreed: Agreed) => platform.transferDocument({ ...place, ...agreed, recipientId: dave }),
      };
    case 'updatePrice':
      return {
        item: { ...V0, action, price: 7n } as const,
        call: async (agreed: Agreed) => platform.updateDocumentPrice({ ...place, ...agreed, price: 7n }),
      };
    default:
      return {
        item: { ...V0, action, price: 500n } as const,
        call: async (agreed: Agreed) => platform.purchaseDocument({ ...place, ...agreed, price: 500n }),
      };
  }
}

/** Returns an agreement as unsigned calls take it. */
const termsOf = ({ owner, moderators, feeMultiplier }: Agreement): ActionFeeTerms => ({
  owner,
  moderators,
  ...(feeMultiplier && { feeMultiplier }),
});

/** Returns what a write leaves: the document and the pots. */
async function leftBy({ platform }: PreviewRoom, place: Market['place']) {
  const { owner, moderators } = await platform.getContractFeePots({ contractId: place.contractId });
  expect(await platform.verify()).toMatchObject({ ok: true });
  return { document: await platform.getDocument(place), pots: [owner.credits, moderators.credits] };
}

/** Returns the results of a write with each agreement, and what they leave. */
async function runWrites(action: Action, isSigned: boolean): Promise<object> {
  let found = {};
  await withPreview(async (room) => {
    const market = await openMarket(room);
    const { carol, dave, place } = market;
    const [by, key] = action === 'purchase' ? [dave, DAVE] : [carol, CAROL];
    const { item, call } = writeOf(action, room, market);
    const nonceOf = async () =>
      (await room.platform.getIdentityNonce({ id: by, contractId: place.contractId })).nonce;
    const before = await nonceOf();
    const codes: unknown[] = [];
    for (const [, agreement] of AGREEMENTS) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the base completes the item
      const whole = { ...item, base: baseOf(place, before + 1n, agreement) } as Item;
      codes.push(
        isSigned
          ? await codeOfSent(room, signedItem(by, key, whole))
          : await codeOf(call({ by, ...(agreement && { actionFeeAgreement: termsOf(agreement) }) })),
      );
    }
    // The mempool rejects signed writes without a right agreement, so that their signer pays for none.
    const used = isSigned ? 1 : AGREEMENTS.length;
    expect(await nonceOf()).toBe(before + BigInt(used));
    found = { codes, ...(await leftBy(room, place)) };
  });
  return found;
}

describe('a signed item with base version 2', () => {
  it.each<Action>(['replace', 'delete', 'transfer', 'updatePrice', 'purchase'])(
    'of a %s does what the unsigned call with its agreement does (40132 to 40134)',
    async (action) => {
      const own = await runWrites(action, true);
      expect(own).toMatchObject({ codes: AGREEMENTS.map(([code]) => code), pots: [1800n, 100n] });
      expect(own).toEqual(await runWrites(action, false));
    },
  );

  it('is read beside those of version 1, which agree to no fee', () =>
    withPreview(async (room) => {
      const { carol, place } = await openMarket(room);
      const { actionFeeAgreement: _none, ...fields } = baseOf(place, 3n, undefined);
      const base = { ...fields, formatVersion: 1 } as const;
      const item: Item = { action: 'delete', formatVersion: 0, base };
      expect(await codeOfSent(room, signedItem(carol, CAROL, item))).toBe(40_132);
    }));

  it('of a create is rejected, as the id derivation is not published', () =>
    withPreview(async (room) => {
      const { carol, place } = await openMarket(room);
      const stateTransition = signedItem(carol, CAROL, {
        action: 'create',
        formatVersion: 0,
        base: baseOf(place, 3n, undefined),
        entropy: new Uint8Array(32),
        data: new Map(),
        prefundedVotingBalance: undefined,
      });
      await expect(room.platform.broadcastStateTransition({ stateTransition })).rejects.toMatchObject({
        reason: 'unsupported-transition',
        message: expect.stringContaining('the id derivation of protocol 14 is not published'),
      });
    }));
});

/** Returns signed bytes that register a contract, with contract groups. */
function signedCreate(ownerId: string, identityNonce: bigint, groups: Groups): Uint8Array {
  const id = identifierText(dataContractId(bytesOf(ownerId), identityNonce));
  const json = {
    ...contractOf({ listing: typeOf({ text: TEXT }) }),
    id,
    ownerId,
  };
  return signed(
    {
      ...UNSIGNED,
      type: 'dataContractCreate',
      formatVersion: 1,
      dataContract: dataContract.fromJson(json),
      identityNonce,
      ...groups,
    },
    CAROL,
    HIGH,
  );
}

const sha = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Computes the id of a contract group that the book of the platform states, without the code under test. */
function groupIdOf(ownerId: string, nonce: bigint): Uint8Array {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(nonce);
  return Uint8Array.from(
    sha(sha(Buffer.concat([Buffer.from('contract_group'), base58.decode(ownerId), number]))),
  );
}

const NO_GROUP: Groups = {
  contractGroup: undefined,
  contractGroupMemberships: [],
};

const withCarol = async (test: (room: PreviewRoom, carol: string) => Promise<void>) =>
  withPreview(async (room) => {
    const { id } = await room.platform.createIdentity({
      credits: 10n ** 13n,
      keys: keysFrom(CAROL),
    });
    await test(room, id);
  });

describe('a signed registration of version 1', () => {
  it('makes a contract group and joins it, with the ids of an unsigned one', () =>
    withCarol(async (room, carol) => {
      const { platform, alice } = room;
      const [group, member] = [
        groupIdOf(carol, 1n),
        { type: 'documentType', documentType: 'listing' },
      ] as const;
      const groups: Groups = {
        contractGroup: {
          admins: [bytesOf(alice)],
          name: 'cards',
          description: undefined,
        },
        contractGroupMemberships: [{ contractGroupId: group, member }],
      };
      expect(await codeOfSigned(room, signedCreate(carol, 1n, groups))).toBe('accepted');
      const contractGroupId = identifierText(group);
      expect(await platform.getContractGroupInfo({ contractGroupId })).toEqual({
        contractGroupId,
        ownerId: carol,
        admins: [alice],
        name: 'cards',
      });
      const contractId = identifierText(dataContractId(bytesOf(carol), 1n));
      expect(await platform.getContract({ id: contractId })).toMatchObject({ version: 1 });
      expect(await platform.getContractGroupsForContract({ contractId })).toEqual([
        { contractGroupId, members: [{ documentType: 'listing' }] },
      ]);
      expect(await codeOfSigned(room, signedCreate(carol, 2n, NO_GROUP))).toBe('accepted');
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('is rejected for its groups as an unsigned one: 10363 and 10366 unpaid, 41001 and 41002 paid', () =>
    withCarol(async (room, carol) => {
      const { platform, owner } = room;
      const contract = {
        $formatVersion: '1',
        version: 1,
        ownerId: owner,
        documentSchemas: {},
      };
      const theirs = await platform.registerContract({
        by: owner,
        contract: {
          ...contract,
          documentSchemas: { listing: typeOf({ text: TEXT }) },
        },
        contractGroup: {},
      });
      const joins = (
        contractGroupId: Uint8Array,
        member: Groups['contractGroupMemberships'][number]['member'],
      ): Groups => ({
        ...NO_GROUP,
        contractGroupMemberships: [{ contractGroupId, member }],
      });
      const unpaid = async (groups: Groups) =>
        codeOf(platform.broadcastStateTransition({ stateTransition: signedCreate(carol, 1n, groups) }));
      const group = { admins: [], name: '', description: undefined };
      expect(await unpaid({ ...NO_GROUP, contractGroup: group })).toBe(10_366);
      expect(await unpaid(joins(groupIdOf(carol, 1n), { type: 'token', token: 0 }))).toBe(10_363);
      const whole = { type: 'contract' } as const;
      expect(await codeOfSigned(room, signedCreate(carol, 1n, joins(groupIdOf(carol, 9n), whole)))).toBe(
        41_001,
      );
      const other = bytesOf(theirs.contractGroupId ?? '');
      expect(await codeOfSigned(room, signedCreate(carol, 2n, joins(other, whole)))).toBe(41_002);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));
});

const codeAt = async (protocolVersion: number, stateTransition: Uint8Array) => {
  let code: unknown;
  await withPreview(
    async ({ platform }) => {
      code = await codeOf(platform.broadcastStateTransition({ stateTransition }));
    },
    { protocolVersion },
  );
  return code;
};

describe('signed bytes are not decoded (10002)', () => {
  const SOMEBODY = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
  const place = { contractId: SOMEBODY, documentType: 'post', id: SOMEBODY };
  const remove = signedItem(SOMEBODY, CAROL, {
    action: 'delete',
    formatVersion: 0,
    base: baseOf(place, 1n, agreementOf()),
  });

  it.each<[what: string, bytes: Uint8Array]>([
    ['an item with base version 2', remove],
    ['a registration of version 1', signedCreate(SOMEBODY, 1n, NO_GROUP)],
  ])('at protocol 13: %s, which 14 decodes', async (_what, bytes) => {
    expect(await codeAt(13, bytes)).toBe(10_002);
    expect(await codeAt(14, bytes)).not.toBe(10_002);
  });

  it('at protocol 14: kinds of items and transitions whose fields are not published', async () => {
    // The kind of the item stands behind the version, the owner, the count and the kind of batch items.
    const deletesEntry = remove.map((byte, at) => (at === 2 + 32 + 2 ? 6 : byte));
    for (const bytes of [deletesEntry, ...[21, 24, 25].map((type) => remove.with(0, type))])
      expect(await codeAt(14, bytes)).toBe(10_002);
  });
});
