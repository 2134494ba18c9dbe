import { clone, create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import type { Client } from '@connectrpc/connect';
import { createPlatform, type Platform as LocalPlatform } from '@dapikit/platform';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../src/grpc/generated/dapi_pb.js';
import { GRPC_CODES } from '../../src/grpc/method/grpc-error.js';
import type { GrpcMethod } from '../../src/grpc/method/grpc-method.js';
import { platformRows } from '../../src/grpc/platform/platform-service.js';
import { playExamples, type ExamplePlay } from '../../src/controls/platform/example-play.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { messageValues } from './arbitrary-message.js';
import { grpcClients } from './grpc-clients.js';

const { invalidArgument, notFound, failedPrecondition } = GRPC_CODES;

/** An encoded dynamic value: text. */
const text = (value: string): Uint8Array => Uint8Array.of(18, value.length, ...Buffer.from(value));

/** The content of a request that is answered, for each method. */
function requestsOf(play: ExamplePlay): Readonly<Record<string, object>> {
  const [id, contractId] = [base58.decode(play.alice), base58.decode(play.contractId)];
  const tokenId = new Uint8Array(32).fill(3);
  const index = { contractId, documentTypeName: 'name', indexName: 'label' };
  const start = { startIdentifier: id, startIdentifierIncluded: true };
  const group = { contractId, groupContractPosition: 0 };
  return {
    getIdentity: { id },
    getIdentityKeys: {
      identityId: id,
      requestType: { request: { case: 'allKeys', value: {} } },
      limit: 5,
      offset: 1,
    },
    getIdentitiesContractKeys: {
      identitiesIds: [id],
      contractId,
      documentTypeName: 'note',
      purposes: [1, 2],
    },
    getIdentityNonce: { identityId: id },
    getIdentityContractNonce: { identityId: id, contractId },
    getIdentityBalance: { id },
    getIdentitiesBalances: { ids: [id, contractId] },
    getIdentityBalanceAndRevision: { id },
    getEvonodesProposedEpochBlocksByIds: { ids: [id], epoch: 0 },
    getEvonodesProposedEpochBlocksByRange: { epoch: 0, limit: 5, start: { case: 'startAt', value: id } },
    getDataContract: { id: contractId },
    getDataContractHistory: { id: contractId, limit: 5, offset: 0, startAtMs: 0n },
    getDataContracts: { ids: [contractId] },
    getDocuments: { dataContractId: contractId, documentType: 'note', limit: 5 },
    getIdentityByPublicKeyHash: { publicKeyHash: new Uint8Array(20) },
    getIdentityByNonUniquePublicKeyHash: { publicKeyHash: new Uint8Array(20), startAfter: id },
    getConsensusParams: { height: 1 },
    getProtocolVersionUpgradeState: {},
    getProtocolVersionUpgradeVoteStatus: { startProTxHash: id, count: 5 },
    getEpochsInfo: { startEpoch: 0, count: 5, ascending: true },
    getFinalizedEpochInfos: { startEpochIndex: 0, endEpochIndex: 5 },
    getContestedResources: { ...index, count: 5, orderAscending: true },
    getContestedResourceVoteState: {
      ...index,
      indexValues: [text('abc')],
      resultType: 2,
      startAtIdentifierInfo: start,
      count: 5,
    },
    getContestedResourceVotersForIdentity: {
      ...index,
      indexValues: [text('abc')],
      contestantId: id,
      startAtIdentifierInfo: start,
      count: 5,
    },
    getContestedResourceIdentityVotes: {
      identityId: id,
      limit: 5,
      offset: 1,
      startAtVotePollIdInfo: { startAtPollIdentifier: id, startPollIdentifierIncluded: true },
    },
    getVotePollsByEndDate: {
      startTimeInfo: { startTimeMs: 0n, startTimeIncluded: true },
      endTimeInfo: { endTimeMs: 2n ** 63n, endTimeIncluded: true },
      limit: 5,
      offset: 1,
    },
    getPrefundedSpecializedBalance: { id },
    getTotalCreditsInPlatform: {},
    waitForStateTransitionResult: { stateTransitionHash: Buffer.from(play.transitionId, 'hex') },
    getStatus: {},
    getCurrentQuorumsInfo: {},
    getIdentityTokenBalances: { identityId: id, tokenIds: [tokenId] },
    getIdentitiesTokenBalances: { tokenId, identityIds: [id] },
    getIdentityTokenInfos: { identityId: id, tokenIds: [tokenId] },
    getIdentitiesTokenInfos: { tokenId, identityIds: [id] },
    getTokenStatuses: { tokenIds: [tokenId] },
    getTokenDirectPurchasePrices: { tokenIds: [tokenId] },
    getTokenContractInfo: { tokenId },
    getTokenPreProgrammedDistributions: {
      tokenId,
      limit: 5,
      startAtInfo: { startTimeMs: 0n, startRecipient: id },
    },
    getTokenPerpetualDistributionLastClaim: { tokenId, identityId: id },
    getTokenTotalSupply: { tokenId },
    getGroupInfo: group,
    getGroupInfos: {
      contractId,
      count: 5,
      startAtGroupContractPosition: { startGroupContractPosition: 0 },
    },
    getGroupActions: { ...group, status: 1, count: 5, startAtActionId: { startActionId: id } },
    getGroupActionSigners: { ...group, status: 1, actionId: id },
    getAddressInfo: { address: new Uint8Array(21) },
    getAddressesInfos: { addresses: [new Uint8Array(21)] },
    getRecentAddressBalanceChanges: { startHeight: 0n },
    getRecentCompactedAddressBalanceChanges: { startBlockHeight: 0n },
    getDocumentHistory: {
      dataContractId: contractId,
      documentTypeName: 'note',
      documentId: base58.decode(play.noteId),
      limit: 5,
      offset: 0,
    },
  };
}

/** Numbers that a limit is not, by the name of the field; what is no limit is not among them. */
const WRONG_LIMITS: Readonly<Record<string, readonly number[]>> = { limit: [0, 101, 2 ** 32 - 1] };
/** Methods that take `count` for something else than a limit of 1 to 100, or 0 for the default limit. */
const OTHER_LIMITS: Readonly<Record<string, readonly number[]>> = {
  'getEpochsInfo.count': [16_384],
  'getProtocolVersionUpgradeVoteStatus.count': [65_280],
  'getDocuments.limit': [101, 65_536],
};
const OTHER_NUMBERS: Readonly<Record<string, readonly number[]>> = {
  offset: [65_536],
  count: [0, 101],
  epoch: [65_280],
  startEpoch: [65_280],
  startEpochIndex: [65_280],
  endEpochIndex: [65_280],
  groupContractPosition: [65_536],
  startGroupContractPosition: [65_536],
};
const ID_LENGTHS = new Set([20, 21, 32]);

/** Returns a request with one wrong part each: bytes of another length, an unknown number of an enumeration, a limit out of range. */
function* wrongRequests(
  name: string,
  request: Message,
  message: DescMessage,
): Generator<readonly [string, Message]> {
  for (const [path, change] of wrongParts(name, reflect(message, request))) {
    const changed = clone(message, request);
    change(reflect(message, changed));
    yield [path, changed];
  }
}

type Change = (message: ReflectMessage) => void;

function* wrongParts(name: string, message: ReflectMessage): Generator<readonly [string, Change]> {
  for (const field of message.fields) {
    if (!message.isSet(field)) continue;
    if (field.fieldKind === 'message') {
      const inner = message.get(field);
      if (field.message.typeName.startsWith('google.protobuf.')) {
        for (const value of wrongNumbers(name, field.localName))
          yield [
            `${field.name} ${value}`,
            (other) => other.set(field, reflect(field.message, create(field.message, { value }))),
          ];
      } else
        for (const [path, change] of wrongParts(name, inner))
          yield [`${field.name}.${path}`, (other) => change(other.get(field))];
    } else if (field.fieldKind === 'enum') yield [`${field.name} 99`, (other) => other.set(field, 99)];
    else if (field.fieldKind === 'list' && field.listKind === 'scalar') {
      const first = message.get(field).get(0);
      if (first instanceof Uint8Array && ID_LENGTHS.has(first.length))
        for (const bytes of wrongBytes(first))
          yield [`${field.name} ${bytes.length}`, (other) => other.get(field).set(0, bytes)];
    } else if (field.fieldKind === 'list' && field.listKind === 'enum')
      yield [`${field.name} 99`, (other) => other.get(field).set(0, 99)];
    else if (field.fieldKind === 'scalar') {
      const value = message.get(field);
      if (value instanceof Uint8Array && ID_LENGTHS.has(value.length))
        for (const bytes of wrongBytes(value))
          yield [`${field.name} ${bytes.length}`, (other) => other.set(field, bytes)];
      if (typeof value === 'number')
        for (const number of wrongNumbers(name, field.localName))
          yield [`${field.name} ${number}`, (other) => other.set(field, number)];
    }
  }
}

const wrongBytes = (bytes: Uint8Array): Uint8Array[] => [
  bytes.slice(1),
  Uint8Array.of(...bytes, 0),
  ...(bytes.length === 32 ? [Uint8Array.of(1)] : []),
];

const wrongNumbers = (name: string, field: string): readonly number[] =>
  OTHER_LIMITS[`${name}.${field}`] ?? WRONG_LIMITS[field] ?? OTHER_NUMBERS[field] ?? [];

const nameOf = ({ descriptor }: GrpcMethod): string => descriptor.localName;
const contentOf = ({ descriptor }: GrpcMethod): DescMessage => {
  const version = descriptor.input.fields.find(({ localName }) => localName === 'v0');
  if (version?.message === undefined) throw new Error(`${descriptor.name} has no version 0`);
  return version.message;
};
/** A transition changes the state, and elements are those of a signed state. */
const OTHER_METHODS = new Set([
  'broadcastStateTransition',
  'getPathElements',
  'getAddressesTrunkState',
  'getAddressesBranchState',
]);
/** Never proven, as it is nothing of the state. */
const UNPROVEN_METHODS = new Set(['getConsensusParams']);
/** Those that answer from the state. */
const servedRows = platformRows.filter(
  ({ served, descriptor }) => served === 'here' && !OTHER_METHODS.has(descriptor.localName),
);
const provedRows = servedRows.filter(
  (row) =>
    !UNPROVEN_METHODS.has(nameOf(row)) &&
    contentOf(row).fields.some(({ localName }) => localName === 'prove'),
);

describe('the Platform service', () => {
  let gateway: GatewayUnderTest;
  let local: LocalPlatform;
  let requests: Readonly<Record<string, object>>;
  let client: Client<typeof Platform>;
  beforeAll(async () => {
    local = await createPlatform({ time: 1_700_000_000_000 });
    requests = requestsOf(await playExamples(local));
    gateway = await startGatewayUnderTest({}, { platform: { platform: async () => Promise.resolve(local) } });
    client = grpcClients(gateway.port).platform;
  });
  afterAll(async () => {
    await gateway.stop();
    await local.close();
  });

  /** Calls a method by its name. */
  async function call(row: GrpcMethod, request: object): Promise<void> {
    const method: unknown = Reflect.get(client, nameOf(row));
    if (typeof method !== 'function') throw new TypeError(`no method ${nameOf(row)}`);
    await Reflect.apply(method, client, [request]);
  }

  /** Returns the number of the status that a request ends with: 0 where it is answered. */
  const codeOfRequest = async (row: GrpcMethod, request: object): Promise<number> =>
    call(row, request).then(
      () => 0,
      (error: unknown) => Number(Reflect.get(Object(error), 'code')),
    );

  const codeOf = async (row: GrpcMethod, content: object | undefined): Promise<number> =>
    codeOfRequest(row, content === undefined ? {} : { version: { case: 'v0', value: content } });

  it('has a test request for every served method', () => {
    expect(servedRows.map(nameOf).filter((name) => requests[name] === undefined)).toEqual([]);
    expect(servedRows.length).toBeGreaterThan(45);
  });

  it.each(servedRows.map((row) => [nameOf(row), row] as const))('serves %s', async (name, row) => {
    const isAbsent = row.errors?.some(({ status }) => status === 'notFound') ?? false;
    const expected = isAbsent ? [0, notFound] : [0];
    expect(expected).toContain(await codeOf(row, requests[name]));
  });

  it.each(servedRows.map((row) => [nameOf(row), row] as const))(
    'rejects %s without a version',
    async (_, row) => {
      expect(await codeOf(row, undefined)).toBe(invalidArgument);
    },
  );

  it.each(provedRows.map((row) => [nameOf(row), row] as const))(
    'rejects a proof request for %s',
    async (name, row) => {
      expect(await codeOf(row, { ...requests[name], prove: true })).toBe(failedPrecondition);
    },
  );

  it.each(servedRows.map((row) => [nameOf(row), row] as const))(
    'rejects wrong lengths, unknown numbers and out-of-range limits in %s',
    async (name, row) => {
      const message = contentOf(row);
      for (const [part, content] of wrongRequests(name, create(message, { ...requests[name] }), message))
        expect([part, await codeOf(row, content)]).toEqual([part, invalidArgument]);
    },
  );

  it.each(
    platformRows.filter(({ served }) => served === 'rejected').map((row) => [nameOf(row), row] as const),
  )('states why %s is not served', async (_, row) => {
    await expect(call(row, {})).rejects.toMatchObject({
      code: failedPrecondition,
      message: expect.stringContaining('the local platform'),
    });
  });

  it('rejects more key ids than an identity has keys', async () => {
    const { identityId } = Object(requests['getIdentityKeys']);
    const keys = (count: number) => ({
      identityId,
      requestType: {
        request: { case: 'specificKeys' as const, value: { keyIds: Array.from({ length: count }, () => 1) } },
      },
    });
    const ask = async (count: number) =>
      client.getIdentityKeys({ version: { case: 'v0', value: keys(count) } });
    await expect(ask(1000)).resolves.toBeDefined();
    await expect(ask(1001)).rejects.toMatchObject({ code: invalidArgument });
  });

  it('responds to every random request with an expected status', async () => {
    const allowed = new Set<number>([0, invalidArgument, notFound, failedPrecondition]);
    for (const row of platformRows) {
      await fc.assert(
        fc.asyncProperty(messageValues(row.descriptor.input), async (request) => {
          expect(allowed).toContain(await codeOfRequest(row, request));
        }),
        { numRuns: 10 },
      );
    }
    expect(gateway.logLines.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('is rejected without a local platform', async () => {
    const other = await startGatewayUnderTest();
    const { platform } = grpcClients(other.port);
    await expect(
      platform.getIdentity({ version: { case: 'v0', value: { id: new Uint8Array(32) } } }),
    ).rejects.toMatchObject({
      code: failedPrecondition,
      message: expect.stringContaining('no local platform'),
    });
    await other.stop();
  });
});
