import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { costlyRuns } from '../../../scripts/property-runs.js';
import {
  InvalidExportError,
  InputError,
  ContractRejectedError,
  MalformedDocumentError,
  ConsensusError,
  QueryError,
  AggregateOverflowError,
  UnknownSnapshotError,
  UnreadableDocumentError,
  ProofsUnavailableError,
} from '../src/index.js';
import { onEachEngine } from './engines.js';
import { indexOf } from './note-collection.js';
import { cardOf, created, openRoom, type Room } from './platform-fixture.js';
import { OWNED_TOKEN } from './sample-token.js';

/** What an operation may end with; whatever else it throws is a fault of ours. */
const FORESEEN = [
  InvalidExportError,
  InputError,
  ContractRejectedError,
  MalformedDocumentError,
  ConsensusError,
  QueryError,
  AggregateOverflowError,
  UnknownSnapshotError,
  UnreadableDocumentError,
  ProofsUnavailableError,
];

const cyclic: Record<string, unknown> = {};
cyclic['itself'] = cyclic;

/** Values that no type would let through, or hardly. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    Number.NaN,
    Infinity,
    -0,
    -1,
    0.5,
    2 ** 32,
    2 ** 53,
    1e300,
    -1n,
    2n ** 40n,
    2n ** 63n,
    2n ** 64n - 1n,
    2n ** 64n,
    '',
    ' ',
    '__proto__',
    '18446744073709551615',
    '\uD800',
    'x'.repeat(70_000),
    '1'.repeat(44),
    '11111111111111111111111111111111',
    true,
    [],
    [[]],
    [null],
    {},
    cyclic,
    Object.create(null),
    new Date(0),
    new Uint8Array(),
    new Uint8Array(32),
    new Uint8Array(33),
    new Map([['a', 1]]),
    Symbol('s'),
    () => 5,
  ),
  fc.anything({ withBigInt: true, withTypedArray: true, withNullPrototype: true }),
);

type Place = readonly string[];

/** All places in an input: its members, what these have, and so on. */
const placesIn = (input: unknown): Place[] =>
  typeof input !== 'object' || input === null || input instanceof Uint8Array
    ? []
    : Object.entries(input).flatMap(([name, member]) => [
        [name],
        ...placesIn(member).map((place) => [name, ...place]),
      ]);

/** An input with another value at a place. */
function withValue(input: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const member: unknown = Reflect.get(Object(input), name);
  const changed = withValue(member, rest, value);
  return Array.isArray(input)
    ? input.map((one: unknown, at) => (String(at) === name ? changed : one))
    : { ...Object(input), [name]: changed };
}

const ADDRESS = `00${'ab'.repeat(20)}`;
const OTHER_ADDRESS = `01${'cd'.repeat(20)}`;

onEachEngine((engine) => {
  it('every method ends with a named error for arbitrary input', async () => {
    const room = await openRoom(
      engine,
      {
        ...cardOf({ documentsCountable: true, indices: [indexOf('name', ['name'], { countable: true })] }),
        name: Object(
          cardOf({
            documentsMutable: false,
            indices: [indexOf('name', ['name'], { unique: true, contested: { resolution: 0 } })],
          }),
        ).card,
      },
      { contract: { tokens: { 0: OWNED_TOKEN } } },
    );
    const { platform, contractId, alice, bob, owner } = room;
    const id = await created(room, alice, 'card', { name: 'a' });
    const { proTxHash } = await platform.registerMasternode();
    const names = { contractId, documentType: 'name', indexName: 'name' };
    const poll = { ...names, indexValues: ['a'] };
    const card = { contractId, documentType: 'card', by: alice };
    const contend = { ...card, documentType: 'name', data: { name: 'a' } };
    await platform.createDocument({ ...contend, prefundedVotingBalance: 'auto' });
    const { contract } = (await platform.getContract({ id: contractId })) ?? {};
    const inputs: Readonly<
      Record<
        Exclude<
          keyof Room['platform'],
          // A call that waits does not end where nothing comes.
          | 'close'
          | 'openFeed'
          | 'exportState'
          | 'readState'
          | 'readProvenState'
          | 'verify'
          | 'waitForStateTransition'
        >,
        object
      >
    > = {
      createIdentity: { credits: 5, keys: [{ securityLevel: 'MASTER' }], seed: 'x' },
      getIdentity: { id: alice, seed: undefined },
      listIdentities: { startAfter: alice, limit: 2 },
      getIdentityNonce: { id: alice, contractId },
      listTokens: { startAfter: contractId, limit: 2 },
      listTokenAccounts: { contractId, position: 0, startAfter: alice, limit: 2 },
      listStateTransitions: { identityId: alice, beforeHeight: 5, limit: 2 },
      listRejections: { before: 5, limit: 2 },
      listUnsignedTransitions: { before: 5, limit: 2 },
      getTransitionTrace: { id: '00'.repeat(32) },
      getFeeReport: {},
      setAlias: { alias: 'a', identityId: alice },
      listAliases: {},
      getProof: { contractId, documentType: 'card', id },
      topUpIdentity: { id: alice, credits: 5 },
      changeIdentityKeys: {
        by: bob,
        add: [{ purpose: 'ENCRYPTION', securityLevel: 'MEDIUM' }],
        disable: [2],
        keyId: 0,
        nonce: 1,
      },
      transferCredits: {
        by: alice,
        recipientId: bob,
        credits: 100_000,
        keyId: 3,
        nonce: 1,
        userFeeIncrease: 1,
      },
      fundAddress: { address: ADDRESS, credits: 5 },
      getAddress: { address: ADDRESS },
      transferToAddresses: { by: alice, outputs: [{ address: ADDRESS, credits: 500_000 }] },
      transferAddressFunds: {
        inputs: [{ address: ADDRESS, credits: 500_000, nonce: 1 }],
        outputs: [{ address: OTHER_ADDRESS, credits: 500_000 }],
        feeStrategy: [{ type: 'deductFromInput', index: 0 }],
        userFeeIncrease: 1,
      },
      createIdentityFromAddresses: {
        inputs: [{ address: ADDRESS, credits: 500_000 }],
        output: { address: OTHER_ADDRESS, credits: 500_000 },
        keys: [{ securityLevel: 'MASTER' }],
      },
      withdrawCredits: {
        by: alice,
        credits: 190_000,
        outputScript: 'a9',
        coreFeePerByte: 1,
        pooling: 'never',
      },
      withdrawAddressFunds: {
        inputs: [{ address: ADDRESS, credits: 500_000 }],
        coreAddress: 'yQ9J8qK3nNW8JL8h5T6tB3VZwwH9h5T6tB',
      },
      getWithdrawals: { status: 'queued' },
      settleWithdrawals: {},
      topUpIdentityFromAddresses: { id: alice, inputs: [{ address: ADDRESS, credits: 500_000 }] },
      registerMasternode: { proTxHash: undefined, isEvolution: true, votingAddress: 'ab'.repeat(20) },
      removeMasternode: { proTxHash },
      changeVotingAddress: { proTxHash, votingAddress: 'ab'.repeat(20) },
      listMasternodes: {},
      registerContract: { by: owner, contract: cardOf(), nonce: 1 },
      updateContract: { by: owner, contractId, contract },
      deleteContract: { by: owner, contractId },
      installContract: { contract },
      getContract: { id: contractId },
      listContracts: {},
      getContractHistory: { id: contractId, startAtMs: 0, limit: 1 },
      broadcastStateTransition: { stateTransition: Uint8Array.of(2, 1) },
      simulateStateTransition: { stateTransition: Uint8Array.of(2, 1) },
      traceStateTransition: { stateTransition: Uint8Array.of(2, 1) },
      getStateTransition: { id: 'ab'.repeat(32) },
      createDocument: {
        ...card,
        data: { name: 'a', attack: 1 },
        entropy: new Uint8Array(32),
        id,
        prefundedVotingBalance: 'auto',
        tokenPaymentInfo: {},
      },
      replaceDocument: { ...card, id, data: { name: 'b' }, revision: 2 },
      deleteDocument: { ...card, id },
      transferDocument: { ...card, id, recipientId: bob, revision: 2 },
      updateDocumentPrice: { ...card, id, price: 5, revision: 2 },
      purchaseDocument: { ...card, by: bob, id, price: 5, revision: 2 },
      getDocument: { contractId, documentType: 'card', id },
      getDocuments: {
        contractId,
        documentType: 'card',
        where: [['name', '==', 'a']],
        orderBy: [['name', 'asc']],
        limit: 5,
        startAt: id,
      },
      explainQuery: {
        contractId,
        documentType: 'card',
        where: [['name', '>', 'a']],
        orderBy: [['name', 'asc']],
      },
      getDocumentHistory: { contractId, documentType: 'card', id, startAtMs: 0, limit: 1, offset: 0 },
      getDocumentsCount: { contractId, documentType: 'card', where: [['name', '==', 'a']], groupBy: [] },
      getDocumentsSum: { contractId, documentType: 'card', property: 'attack', where: [] },
      getDocumentsAverage: { contractId, documentType: 'card', property: 'attack' },
      getToken: { contractId, position: 0 },
      getTokenBalance: { contractId, position: 0, identityId: owner },
      transferTokens: { by: owner, contractId, position: 0, recipientId: bob, amount: 1, note: 'a' },
      mintTokens: { by: owner, contractId, recipientId: bob, amount: 1, group: { position: 0 } },
      burnTokens: { by: owner, contractId, amount: 1, group: { position: 0, actionId: bob } },
      freezeTokens: { by: owner, contractId, identityId: bob },
      unfreezeTokens: { by: owner, contractId, identityId: bob },
      destroyFrozenTokens: { by: owner, contractId, identityId: bob },
      pauseToken: { by: owner, contractId },
      resumeToken: { by: owner, contractId },
      updateTokenConfiguration: { by: owner, contractId, item: { $type: 'maxSupply', value: 9000 } },
      claimTokens: { by: owner, contractId, distribution: 'perpetual' },
      purchaseTokens: { by: bob, contractId, amount: 1, totalAgreedPrice: 5 },
      setTokenPrice: { by: owner, contractId, price: { 1: 5 } },
      getGroupActions: { contractId, position: 0, status: 'closed', startAfter: bob, limit: 5 },
      setTokenFrozen: { contractId, position: 0, identityId: bob, isFrozen: true },
      setTokenPaused: { contractId, position: 0, isPaused: true },
      vote: { ...poll, proTxHash, choice: { towardsIdentity: alice }, keyId: 0, nonce: 1 },
      unlockContest: { ...poll, by: alice },
      getContestedResources: {
        ...names,
        startIndexValues: [],
        endIndexValues: [],
        startAtValue: 'a',
        limit: 5,
        ascending: true,
      },
      getVoteState: {
        ...poll,
        resultType: 'voteTally',
        includeLockedAndAbstaining: true,
        limit: 5,
        startAtContenderId: alice,
      },
      getTallyHistory: poll,
      getVoters: { ...poll, contestantId: alice, limit: 5 },
      getMasternodeVotes: { proTxHash, limit: 5, ascending: true },
      getVotePollsByEndDate: { startTimeMs: 0, endTimeMs: 5, limit: 5, offset: 0 },
      getPrefundedBalance: poll,
      getDocumentsRanking: {
        contractId,
        documentType: 'note',
        by: 'sum',
        property: 'price',
        groupBy: 'shop',
        where: [['a', '==', 1]],
        direction: 'asc',
        limit: 5,
        offset: 1,
        integerRange: { field: 'price', start: 5, grid: { range: 10, step: 10, phase: 0 } },
      },
      status: {},
      stateQuorum: {},
      advanceTime: { milliseconds: 1, to: undefined },
      freezeTime: {},
      runTime: {},
      mineBlock: {},
      snapshot: {},
      revert: { id: 1 },
      dropSnapshot: { id: 1 },
      importState: {},
      moderateUser: {
        by: owner,
        contractId,
        action: 'suspend',
        identityId: bob,
        until: 5,
        reason: 'x',
        warning: 1,
      },
      getModeratedUser: { contractId, identityId: bob },
      deleteIndexOnlyDocument: { by: owner, contractId, documentType: 'note', data: { a: 1 }, createdAt: 5 },
      removeDocument: { by: owner, contractId, documentType: 'note', id: bob, reason: 'x' },
      restoreDocument: { by: owner, contractId, documentType: 'note', document: { $id: bob } },
      changeDocumentFields: { by: owner, contractId, documentType: 'note', id: bob, fields: { a: 1 } },
      getContractDocumentRemovals: { contractId, documentType: 'note', limit: 5, startAfter: bob },
      claimContractFees: { by: owner, contractId, pot: 'owner' },
      getContractFeePots: { contractId },
      getContractGroupInfo: { contractGroupId: contractId },
      getContractGroupMembers: { contractGroupId: contractId },
      getContractGroupsForContract: { contractId },
      activateProtocol: { version: 13, height: 5, force: true },
    };
    const places = Object.entries(inputs).flatMap(([name, input]) =>
      placesIn(input).map((place) => ({ name, input, place })),
    );
    // Each operation as often as every other, however much it takes.
    const call = fc
      .constantFrom(...new Set(places.map(({ name }) => name)))
      .chain((name) => fc.constantFrom(...places.filter((one) => one.name === name)));
    await fc.assert(
      fc.asyncProperty(call, hostile, async ({ name, input, place }, value) => {
        const operation: unknown = Reflect.get(platform, name);
        if (typeof operation !== 'function') throw new TypeError(`no operation ${name}`);
        try {
          await Reflect.apply(operation, platform, [withValue(input, place, value)]);
        } catch (error) {
          if (!FORESEEN.some((kind) => error instanceof kind)) throw error;
        }
      }),
      { numRuns: costlyRuns(600) },
    );
    expect(await platform.verify()).toMatchObject({ ok: true });
  });
});
