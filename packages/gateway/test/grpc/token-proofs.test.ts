import type { Group, GroupAction, IdentityTokenInfo, TokenPriceInfo, TokenStatus } from '@dashevo/evo-sdk';
import { createClock, createPlatform, type Platform } from '@dapikit/platform';
import {
  verifyGroupActions,
  verifyGroupActionSigners,
  verifyGroupInfo,
  verifyIdentityTokenBalances,
  verifyIdentitiesTokenInfos,
  verifyTokenContractInfo,
  verifyTokenDirectPurchasePrices,
  verifyTokenPerpetualDistributionLastClaim,
  verifyTokenPreProgrammedDistributions,
  verifyTokenStatuses,
  verifyTokenTotalSupply,
} from '@dapikit/proof';
import { tokenId } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { OWNED_TOKEN, rulesOf } from '../../../platform/test/sample-token.js';
import { provenRequest, provenResponseOf } from './proven-request.js';
import {
  QUORUM_KEY,
  testSigner,
  trustedClient,
  verifiedData,
  type OfficialQueries,
} from './trusted-client.js';

/** The id of nobody and nothing. */
const UNUSED = 'C9cmcgqgaD1P1wGjyHpc1SLsHCiD8VHJCKyGciPrGyDe';
const trust = { quorumKey: Buffer.from(QUORUM_KEY, 'hex') };

let platform: Platform;
let gateway: GatewayUnderTest;
let client: OfficialQueries;
let start: number;
let owner: string;
let alice: string;
let bob: string;
let contractId: string;
let actionId: string;
/** What the owner claimed of a perpetual distribution, and the height of the block in which it did. */
let claimed: bigint;
let claimedAt: bigint | undefined;
/** By position. */
let tokens: string[];

beforeAll(async () => {
  start = Date.now();
  const clock = createClock({ time: start, frozen: true });
  platform = await createPlatform({ signer: testSigner, clock });
  const identity = async (): Promise<string> => (await platform.createIdentity({ credits: 10n ** 13n })).id;
  [owner, alice, bob] = [await identity(), await identity(), await identity()];
  const distributionRules = {
    ...OWNED_TOKEN.distributionRules,
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 1,
        function: { $type: 'fixedAmount', amount: 5 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
    preProgrammedDistribution: {
      $formatVersion: '0',
      distributions: { [start + 1000]: { [alice]: 7, [bob]: 8 }, [start + 2000]: { [alice]: 9 } },
    },
  };
  const group = { $type: 'group', position: 0 };
  ({ contractId } = await platform.registerContract({
    by: owner,
    contract: {
      $formatVersion: '1',
      ownerId: owner,
      version: 1,
      documentSchemas: {},
      groups: {
        0: { $formatVersion: '0', members: { [owner]: 1, [alice]: 1, [bob]: 1 }, requiredPower: 2 },
        1: { $formatVersion: '0', members: { [owner]: 2, [alice]: 1 }, requiredPower: 3 },
      },
      tokens: {
        0: OWNED_TOKEN,
        1: { ...OWNED_TOKEN, distributionRules },
        2: { ...OWNED_TOKEN, manualMintingRules: rulesOf(group) },
      },
    },
  }));
  tokens = [0, 1, 2].map((position) => base58.encode(tokenId(base58.decode(contractId), position)));
  await platform.transferTokens({ by: owner, contractId, recipientId: alice, amount: 10 });
  await platform.freezeTokens({ by: owner, contractId, identityId: alice });
  await platform.freezeTokens({ by: owner, contractId, identityId: bob });
  await platform.unfreezeTokens({ by: owner, contractId, identityId: bob });
  await platform.setTokenPrice({ by: owner, contractId, price: 3n });
  await platform.setTokenPrice({ by: owner, contractId, position: 1, price: { 1: 5n, 10: 4n } });
  await platform.pauseToken({ by: owner, contractId, position: 1 });
  await platform.claimTokens({ by: owner, contractId, position: 1, distribution: 'perpetual' });
  claimed = (await platform.getTokenBalance({ contractId, position: 1, identityId: owner })).balance - 1000n;
  claimedAt = (await platform.status()).block?.height;
  const minted = { contractId, position: 2, recipientId: owner, amount: 5 };
  await platform.mintTokens({ by: owner, ...minted, group: { position: 0 } });
  const [action] = await platform.getGroupActions({ contractId, position: 0 });
  actionId = action?.actionId ?? '';
  await platform.mintTokens({ by: alice, ...minted, group: { position: 0, actionId } });
  await platform.mintTokens({ by: bob, ...minted, amount: 6, group: { position: 0 } });
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  client = await trustedClient(gateway.port);
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

const proven = async <Data>(query: string, ...args: unknown[]): Promise<Data> =>
  verifiedData(client, query, ...args);

/** Returns the values of a map by its keys. */
const valuesAt = <Value>(map: ReadonlyMap<string, Value>, keys: readonly string[]): (Value | undefined)[] =>
  keys.map((key) => map.get(key));

describe('evo-sdk verifies tokens', () => {
  it('balances of identities and of one identity', async () => {
    const ofToken = await proven<Map<string, bigint>>(
      'getIdentitiesTokenBalances',
      [owner, alice, bob],
      tokens[0],
    );
    expect(valuesAt(ofToken, [owner, alice, bob])).toEqual([990n, 10n, undefined]);
    const ofOwner = await proven<Map<string, bigint>>('getIdentityTokenBalances', owner, [...tokens, UNUSED]);
    expect(valuesAt(ofOwner, [...tokens, UNUSED])).toEqual([990n, 1000n + claimed, 1005n, undefined]);
  });

  it('accounts that are frozen, that were frozen, and that never were', async () => {
    const ofToken = await proven<Map<string, IdentityTokenInfo>>(
      'getIdentitiesTokenInfos',
      [owner, alice, bob],
      tokens[0],
    );
    expect(valuesAt(ofToken, [owner, alice, bob]).map((info) => info?.isFrozen)).toEqual([
      undefined,
      true,
      false,
    ]);
    const ofAlice = await proven<Map<string, IdentityTokenInfo>>('getIdentityTokenInfos', alice, tokens);
    expect(valuesAt(ofAlice, tokens).map((info) => info?.isFrozen)).toEqual([true, undefined, undefined]);
  });

  it('statuses of tokens that are paused, and that never were', async () => {
    const statuses = await proven<Map<string, TokenStatus>>('getTokenStatuses', [...tokens, UNUSED]);
    expect(valuesAt(statuses, [...tokens, UNUSED]).map((status) => status?.isPaused)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ]);
  });

  it('prices, and that a token is not for sale', async () => {
    const prices = await proven<Map<string, TokenPriceInfo>>('getTokenDirectPurchasePrices', tokens);
    expect(valuesAt(prices, tokens).map((price) => price?.basePrice)).toEqual(['3', '5', undefined]);
  });

  it('supplies and contracts, and that there is no token', async () => {
    expect(await proven('getTokenTotalSupply', tokens[2])).toMatchObject({ totalSupply: 1005n });
    await expect(proven('getTokenTotalSupply', UNUSED)).rejects.toThrow('most likely does not exist');
    const info = await proven<object>('getTokenContractInfo', tokens[2]);
    expect(String(Reflect.get(info, 'contractId'))).toBe(contractId);
    expect(await proven('getTokenContractInfo', UNUSED)).toBeUndefined();
  });

  it('the last claim of a perpetual distribution, and that there is none', async () => {
    expect(await proven('getTokenPerpetualDistributionLastClaim', owner, tokens[1])).toMatchObject({
      blockHeight: claimedAt,
    });
    expect(await proven('getTokenPerpetualDistributionLastClaim', alice, tokens[1])).toBeUndefined();
  });
});

describe('evo-sdk verifies groups', () => {
  it('of a contract, page by page, and that there is none', async () => {
    const group = await proven<Group>('getGroupInfo', contractId, 1);
    expect(group.requiredPower).toBe(3);
    expect(await proven('getGroupInfo', contractId, 2)).toBeUndefined();
    const infos = async (query: object): Promise<number[]> => {
      const found = await proven<Map<number, Group>>('getGroupInfos', {
        dataContractId: contractId,
        ...query,
      });
      return [...found.keys()];
    };
    expect(await infos({})).toEqual([0, 1]);
    expect(await infos({ limit: 1 })).toEqual([0]);
    expect(await infos({ startAt: { position: 0, included: false } })).toEqual([1]);
    expect(await infos({ dataContractId: UNUSED })).toEqual([]);
  });

  it('members, and the groups of an identity', async () => {
    const query = { dataContractId: contractId, groupContractPosition: 0 };
    const members = await proven<Map<string, bigint>>('getGroupMembers', query);
    expect(new Set(members.keys())).toEqual(new Set([owner, alice, bob]));
    const groups = await proven<readonly unknown[]>('getIdentityGroups', {
      identityId: bob,
      memberDataContracts: [contractId],
    });
    expect(groups).toHaveLength(1);
    const all = await proven<Map<string, Map<number, Group>>>('getGroupsDataContracts', [contractId]);
    expect(all.get(contractId)?.size).toBe(2);
  });

  it('actions that are active and closed, with their signers', async () => {
    const query = { dataContractId: contractId, groupContractPosition: 0 };
    const closed = await proven<Map<string, GroupAction>>('getGroupActions', { ...query, status: 'CLOSED' });
    expect([...closed.keys()]).toEqual([actionId]);
    const active = await proven<Map<string, GroupAction>>('getGroupActions', { ...query, status: 'ACTIVE' });
    expect(active.size).toBe(1);
    const signers = await proven<Map<string, bigint>>('getGroupActionSigners', {
      ...query,
      status: 'CLOSED',
      actionId,
    });
    expect(new Map(signers)).toEqual(
      new Map([
        [owner, 1n],
        [alice, 1n],
      ]),
    );
    const none = await proven<Map<string, bigint>>('getGroupActions', {
      dataContractId: contractId,
      groupContractPosition: 1,
      status: 'ACTIVE',
    });
    expect(none.size).toBe(0);
  });
});

const tokenBytes = (): Uint8Array[] => tokens.map((id) => base58.decode(id));

/** Returns the values of a response by the ids that were requested. */
const valuesOf = <Value>(
  { value }: { readonly value: readonly { readonly id: Uint8Array; readonly value: Value }[] },
  keys: readonly Uint8Array[],
): (Value | undefined)[] => keys.map((key) => value.find(({ id }) => Buffer.compare(id, key) === 0)?.value);

describe('the verifiers of tokens and groups', () => {
  it('accept balances, accounts, statuses, prices, supplies and contracts', async () => {
    const { platform: api } = grpcClients(gateway.port);
    const [ownerId, aliceId, bobId] = [owner, alice, bob].map((id) => base58.decode(id));
    if (ownerId === undefined || aliceId === undefined || bobId === undefined) throw new Error('no ids');
    const tokenIds = tokenBytes();
    const [first = new Uint8Array(), , third = new Uint8Array()] = tokenIds;
    const balances = verifyIdentityTokenBalances(
      provenResponseOf(await api.getIdentityTokenBalances(provenRequest({ identityId: ownerId, tokenIds }))),
      { ...trust, identityId: ownerId, tokenIds },
    );
    expect(valuesOf(balances, tokenIds)).toEqual([990n, 1000n + claimed, 1005n]);
    const identityIds = [ownerId, aliceId, bobId];
    const infos = verifyIdentitiesTokenInfos(
      provenResponseOf(await api.getIdentitiesTokenInfos(provenRequest({ tokenId: first, identityIds }))),
      { ...trust, tokenId: first, identityIds },
    );
    expect(valuesOf(infos, identityIds).map((info) => info?.frozen)).toEqual([undefined, true, false]);
    const statuses = verifyTokenStatuses(
      provenResponseOf(await api.getTokenStatuses(provenRequest({ tokenIds }))),
      {
        ...trust,
        tokenIds,
      },
    );
    expect(valuesOf(statuses, tokenIds).map((status) => status?.paused)).toEqual([
      undefined,
      true,
      undefined,
    ]);
    const prices = verifyTokenDirectPurchasePrices(
      provenResponseOf(await api.getTokenDirectPurchasePrices(provenRequest({ tokenIds }))),
      { ...trust, tokenIds },
    );
    expect(valuesOf(prices, tokenIds).map((price) => price?.type)).toEqual([
      'singlePrice',
      'setPrices',
      undefined,
    ]);
    const supply = await api.getTokenTotalSupply(provenRequest({ tokenId: third }));
    expect(verifyTokenTotalSupply(provenResponseOf(supply), { ...trust, tokenId: third }).value).toEqual({
      supply: 1005n,
      balances: 1005n,
    });
    const info = await api.getTokenContractInfo(provenRequest({ tokenId: third }));
    expect(verifyTokenContractInfo(provenResponseOf(info), { ...trust, tokenId: third }).value).toMatchObject(
      {
        tokenContractPosition: 2,
      },
    );
  });

  it('accept distributions and claims', async () => {
    const { platform: api } = grpcClients(gateway.port);
    const [, token = new Uint8Array()] = tokenBytes();
    const name = { tokenId: token, identityId: base58.decode(owner) };
    const claim = await api.getTokenPerpetualDistributionLastClaim(provenRequest(name));
    expect(
      verifyTokenPerpetualDistributionLastClaim(provenResponseOf(claim), { ...trust, ...name, unit: 'block' })
        .value,
    ).toBe(claimedAt);
    const shares = async (limit: number, from?: bigint): Promise<readonly bigint[]> => {
      const response = await api.getTokenPreProgrammedDistributions(
        provenRequest({
          tokenId: token,
          limit,
          ...(from !== undefined && { startAtInfo: { startTimeMs: from } }),
        }),
      );
      const { value } = verifyTokenPreProgrammedDistributions(provenResponseOf(response), {
        ...trust,
        tokenId: token,
        limit,
        ...(from !== undefined && { start: { timeMs: from } }),
      });
      return value.map(({ amount }) => amount).toSorted((a, b) => (a < b ? -1 : 1));
    };
    expect(await shares(10)).toEqual([7n, 8n, 9n]);
    expect(await shares(2)).toEqual([7n, 8n]);
    expect(await shares(10, BigInt(start + 1001))).toEqual([9n]);
  });

  it('accept groups, their actions and signers', async () => {
    const { platform: api } = grpcClients(gateway.port);
    const group = { contractId: base58.decode(contractId), position: 0 };
    const named = { contractId: group.contractId, groupContractPosition: 0 };
    const info = verifyGroupInfo(provenResponseOf(await api.getGroupInfo(provenRequest(named))), {
      ...trust,
      ...group,
    });
    expect(info.value?.requiredPower).toBe(2);
    const actions = verifyGroupActions(
      provenResponseOf(await api.getGroupActions(provenRequest({ ...named, status: 1 }))),
      {
        ...trust,
        ...group,
        status: 'closed',
        limit: 100,
      },
    );
    expect(actions.value.map((action) => base58.encode(action.actionId))).toEqual([actionId]);
    const action = { ...named, status: 1, actionId: base58.decode(actionId) };
    const signers = verifyGroupActionSigners(
      provenResponseOf(await api.getGroupActionSigners(provenRequest(action))),
      {
        ...trust,
        ...group,
        status: 'closed',
        actionId: action.actionId,
      },
    );
    expect(signers.value.map(({ power }) => power)).toEqual([1n, 1n]);
  });
});
