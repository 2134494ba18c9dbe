import type {
  ContestedResourceContender,
  ContestedResourceVoteState,
  PrefundedSpecializedBalance,
  ResourceVote,
  VotePollsByEndDateEntry,
} from '@dashevo/evo-sdk';
import { createClock, createPlatform, type Clock, type Platform } from '@dapikit/platform';
import {
  verifyContestedResources,
  verifyContestedVoters,
  verifyContestedVoteState,
  verifyMasternodeVotes,
  verifyPrefundedSpecializedBalance,
  verifyVotePollsByEndDate,
} from '@dapikit/proof';
import { encode, value } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { provenRequest, provenResponseOf } from './proven-request.js';
import {
  QUORUM_KEY,
  testSigner,
  trustedClient,
  verifiedData,
  type OfficialQueries,
} from './trusted-client.js';

const text = (position: number): object => ({ type: 'string', maxLength: 20, position });
/** Names of spaces, for which identities contend. */
const NAME = {
  type: 'object',
  documentsMutable: false,
  properties: { space: text(0), label: text(1) },
  required: ['space', 'label'],
  indices: [
    {
      name: 'spaceAndLabel',
      properties: [{ space: 'asc' }, { label: 'asc' }],
      unique: true,
      contested: { resolution: 0 },
    },
  ],
  additionalProperties: false,
};
const INDEX = { documentTypeName: 'name', indexName: 'spaceAndLabel' };
const UNUSED = 'C9cmcgqgaD1P1wGjyHpc1SLsHCiD8VHJCKyGciPrGyDe';
const DURATION = 5_400_000;
const FUND = 20_000_000_000n;
const VOTE = 10_000_000n;
const trust = { quorumKey: Buffer.from(QUORUM_KEY, 'hex') };

let platform: Platform;
let clock: Clock;
let gateway: GatewayUnderTest;
let client: OfficialQueries;
let dataContractId: string;
let contenders: string[];
let masternodes: string[];
let start: number;
const polls = new Map<string, string>();

const idsInOrder = (ids: readonly string[]): string[] =>
  ids.toSorted((a, b) => Buffer.compare(base58.decode(a), base58.decode(b)));

async function contend(by: string, space: string, label: string): Promise<void> {
  const { contest } = await platform.createDocument({
    by,
    contractId: dataContractId,
    documentType: 'name',
    data: { space, label },
    prefundedVotingBalance: 'auto',
  });
  polls.set(`${space}.${label}`, contest?.pollId ?? '');
}

async function vote(at: number, label: string, choice: string): Promise<void> {
  await platform.vote({
    contractId: dataContractId,
    documentType: 'name',
    indexName: INDEX.indexName,
    indexValues: ['a', label],
    proTxHash: masternodes[at] ?? '',
    choice: choice === 'lock' || choice === 'abstain' ? choice : { towardsIdentity: choice },
  });
}

beforeAll(async () => {
  start = Date.now();
  clock = createClock({ time: start, frozen: true });
  platform = await createPlatform({ signer: testSigner, clock });
  contenders = [];
  for (let count = 0; count < 3; count += 1)
    contenders.push((await platform.createIdentity({ credits: 10n ** 12n })).id);
  contenders = idsInOrder(contenders);
  const [alice = '', bob = '', carol = ''] = contenders;
  ({ contractId: dataContractId } = await platform.registerContract({ by: alice, contract: { name: NAME } }));
  masternodes = [];
  for (const isEvolution of [true, false, false, false])
    masternodes.push((await platform.registerMasternode({ isEvolution })).proTxHash);
  // This one ends before the others begin.
  await contend(alice, 'a', 'done');
  await contend(bob, 'a', 'done');
  await vote(0, 'done', bob);
  await vote(1, 'done', 'lock');
  clock.advance(DURATION);
  await platform.mineBlock();
  for (const by of [alice, bob, carol]) await contend(by, 'a', 'open');
  await contend(alice, 'a', 'second');
  clock.advance(1000);
  await contend(alice, 'b', 'third');
  await vote(0, 'open', alice);
  await vote(1, 'open', bob);
  await vote(1, 'open', alice);
  await vote(2, 'open', 'lock');
  await vote(3, 'open', 'abstain');
  await vote(0, 'second', 'lock');
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  client = await trustedClient(gateway.port);
  // The client verifies proofs about values of contracts whose documents it has queried.
  await client['getDocuments']?.({ dataContractId, documentTypeName: 'name' });
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

const proven = async <Data>(query: string, ...args: unknown[]): Promise<Data> =>
  verifiedData(client, query, ...args);

const named = (more: object): object => ({ dataContractId, ...INDEX, ...more });

const values = async (more: object): Promise<unknown> => proven('getContestedResources', named(more));

const state = async (label: string, more: object = {}): Promise<ContestedResourceVoteState> =>
  proven('getContestedResourceVoteState', named({ indexValues: ['a', label], ...more }));

const contendersOf = (found: ContestedResourceVoteState): readonly ContestedResourceContender[] =>
  found.contenders;

const idsOf = (found: ContestedResourceVoteState): string[] =>
  contendersOf(found).map(({ identityId }) => identityId.toString());

const tallies = (found: ContestedResourceVoteState): unknown[] =>
  contendersOf(found).map(({ identityId, voteTally }) => [identityId.toString(), voteTally]);

const documentsIn = (found: ContestedResourceVoteState): boolean[] =>
  contendersOf(found).map(({ serializedDocument }) => (serializedDocument?.length ?? 0) > 0);

const voters = async (more: object = {}): Promise<unknown> => {
  const query = named({ indexValues: ['a', 'open'], contestantId: contenders[0], ...more });
  return (await proven<readonly unknown[]>('getContestedResourceVotersForIdentity', query)).map(String);
};

const votesOf = async (at: number, more: object = {}): Promise<Map<string, ResourceVote>> =>
  proven('getContestedResourceIdentityVotes', { identityId: masternodes[at], ...more });

const ends = async (query: object = {}): Promise<unknown> =>
  (await proven<readonly VotePollsByEndDateEntry[]>('getVotePollsByEndDate', query)).map(
    ({ timestampMs, votePolls }) => [Number(timestampMs), votePolls.length],
  );

const balance = async (name: string): Promise<unknown> =>
  (await proven<PrefundedSpecializedBalance | undefined>('getPrefundedSpecializedBalance', polls.get(name)))
    ?.balance;

const wire = (content: string): Uint8Array => encode(value, { type: 'text', value: content });

const fields = (): { contractId: Uint8Array; documentTypeName: string; indexName: string } => ({
  contractId: base58.decode(dataContractId),
  ...INDEX,
});

describe('evo-sdk verifies contested resources', () => {
  it('of the first and of the second property', async () => {
    expect(await values({})).toEqual(['a', 'b']);
    expect(await values({ startIndexValues: ['a'] })).toEqual(['done', 'open', 'second']);
    expect(await values({ endIndexValues: ['open'] })).toEqual(['a']);
  });

  it('page by page, in both orders', async () => {
    const page = { startIndexValues: ['a'], limit: 2 };
    expect(await values(page)).toEqual(['done', 'open']);
    expect(await values({ ...page, startAtValue: 'open', startAtValueIncluded: false })).toEqual(['second']);
    expect(await values({ ...page, orderAscending: false })).toEqual(['second', 'open']);
    expect(await values({ ...page, startAtValue: 'open', orderAscending: false })).toEqual(['open', 'done']);
  });

  it('that nobody contends for', async () => {
    expect(await values({ startIndexValues: ['c'] })).toEqual([]);
  });
});

describe('evo-sdk verifies the state of a poll', () => {
  it('with documents, with votes, and with both', async () => {
    const both = await state('open');
    expect(tallies(both)).toEqual(contenders.map((id, at) => [id, at === 0 ? 5 : 0]));
    expect(documentsIn(both)).toEqual([true, true, true]);
    const documents = await state('open', { resultType: 'documents' });
    expect(tallies(documents)).toEqual(contenders.map((id) => [id, undefined]));
    expect(documentsIn(documents)).toEqual([true, true, true]);
    const votes = await state('open', { resultType: 'voteTally', includeLockedAndAbstaining: true });
    expect(tallies(votes)).toEqual(tallies(both));
    expect([votes.lockVoteTally, votes.abstainVoteTally]).toEqual([1, 1]);
  });

  it('page by page', async () => {
    const [, bob, carol] = contenders;
    for (const resultType of ['documents', 'voteTally', 'documentsAndVoteTally']) {
      const page = { resultType, limit: 1 };
      const first = await state('open', page);
      expect(idsOf(first)).toEqual([contenders[0]]);
      const next = await state('open', { ...page, startAtContenderId: bob, startAtIncluded: true });
      expect(idsOf(next)).toEqual([bob]);
      const last = await state('open', { ...page, startAtContenderId: bob, startAtIncluded: false });
      expect(idsOf(last)).toEqual([carol]);
    }
  });

  it('that has ended', async () => {
    const [alice, bob] = contenders;
    const ended = await state('done', { includeLockedAndAbstaining: true });
    expect(tallies(ended)).toEqual([
      [alice, 0],
      [bob, 4],
    ]);
    expect([ended.lockVoteTally, ended.abstainVoteTally]).toEqual([1, 0]);
    expect([ended.winner?.kind, ended.winner?.identityId?.toString()]).toEqual(['WonByIdentity', bob]);
    expect(ended.winner?.block.timeMs).toBe(BigInt(start + DURATION));
  });

  it('that never began', async () => {
    expect(tallies(await state('nothing'))).toEqual([]);
  });
});

describe('evo-sdk verifies votes', () => {
  it('for a contender, in both orders and page by page', async () => {
    const expected = idsInOrder(masternodes.slice(0, 2));
    expect(await voters()).toEqual(expected);
    expect(await voters({ limit: 1 })).toEqual(expected.slice(0, 1));
    expect(await voters({ limit: 1, orderAscending: false })).toEqual(expected.slice(1));
    expect(await voters({ startAtVoterId: expected[0], startAtIncluded: false })).toEqual(expected.slice(1));
  });

  it('for a contender without votes, and for nobody', async () => {
    expect(await voters({ contestantId: contenders[2] })).toEqual([]);
    expect(await voters({ contestantId: UNUSED })).toEqual([]);
  });

  it('of a masternode, in both orders and page by page', async () => {
    const expected = idsInOrder([polls.get('a.open') ?? '', polls.get('a.second') ?? '']);
    const all = await votesOf(0);
    expect([...all.keys()].toSorted()).toEqual(expected.toSorted());
    expect(all.get(polls.get('a.open') ?? '')?.choice.value?.toString()).toBe(contenders[0]);
    expect(all.get(polls.get('a.second') ?? '')?.choice.voteType).toMatch(/lock/iu);
    expect([...(await votesOf(0, { limit: 1 })).keys()]).toEqual(expected.slice(0, 1));
    expect([...(await votesOf(0, { limit: 1, orderAscending: false })).keys()]).toEqual(expected.slice(1));
    const behind = { startAtVoteId: expected[0], startAtIncluded: false };
    expect([...(await votesOf(0, behind)).keys()]).toEqual(expected.slice(1));
  });

  it('of a masternode that never voted', async () => {
    const { proTxHash } = await platform.registerMasternode();
    const votes = await proven('getContestedResourceIdentityVotes', { identityId: proTxHash });
    expect(votes).toEqual(new Map());
  });
});

describe('evo-sdk verifies running polls', () => {
  it('by their ends, in both orders and page by page', async () => {
    const [first, second] = [start + 2 * DURATION, start + 2 * DURATION + 1000];
    expect(await ends()).toEqual([
      [first, 2],
      [second, 1],
    ]);
    expect(await ends({ orderAscending: false, limit: 1 })).toEqual([[second, 1]]);
    expect(await ends({ limit: 1 })).toEqual([[first, 1]]);
  });

  it('with their funds, and that there is none', async () => {
    expect(await balance('a.open')).toBe(3n * FUND - 5n * VOTE);
    expect(await balance('b.third')).toBe(FUND);
    expect(await balance('a.done')).toBeUndefined();
  });
});

describe('the verifiers of contests', () => {
  it('accept what the gateway proves', async () => {
    const { platform: api } = grpcClients(gateway.port);
    const request = <Value extends object>(more: Value) => provenRequest({ ...fields(), ...more });
    const { contractId, documentTypeName } = fields();
    const poll = { contractId, documentTypeName, indexValues: ['a', 'open'] };
    const indexValues = [wire('a'), wire('open')];
    const resources = await api.getContestedResources(
      request({ startIndexValues: [wire('a')], orderAscending: true }),
    );
    const listed = verifyContestedResources(provenResponseOf(resources), {
      ...trust,
      ...poll,
      startIndexValues: ['a'],
      endIndexValues: [],
      limit: 100,
    });
    expect(listed.value.map((key) => Buffer.from(key).toString())).toEqual(['done', 'open', 'second']);
    const state = await api.getContestedResourceVoteState(
      request({ indexValues, resultType: 2, allowIncludeLockedAndAbstainingVoteTally: true }),
    );
    const found = verifyContestedVoteState(provenResponseOf(state), {
      ...trust,
      ...poll,
      result: 'documentsAndVoteTally',
      includesLockAndAbstain: true,
      limit: 100,
    }).value;
    expect(found.contenders.map(({ votes }) => votes)).toEqual([5n, 0n, 0n]);
    expect([found.lockVotes, found.abstainVotes, found.info?.status.type]).toEqual([1n, 1n, 'started']);
    const contestantId = base58.decode(contenders[0] ?? '');
    const voters = await api.getContestedResourceVotersForIdentity(
      request({ indexValues, contestantId, orderAscending: true }),
    );
    const strengths = verifyContestedVoters(provenResponseOf(voters), {
      ...trust,
      ...poll,
      contestantId,
      limit: 100,
    });
    expect(new Set(strengths.value.map(({ strength }) => strength))).toEqual(new Set([1n, 4n]));
    expect(Buffer.compare(strengths.rootHash, listed.rootHash)).toBe(0);
  });

  it('accept the votes of a masternode, polls by their ends and funds', async () => {
    const { platform: api } = grpcClients(gateway.port);
    const identityId = base58.decode(masternodes[1] ?? '');
    const votes = await api.getContestedResourceIdentityVotes(
      provenRequest({ identityId, orderAscending: true }),
    );
    const [vote] = verifyMasternodeVotes(provenResponseOf(votes), { ...trust, identityId, limit: 100 }).value;
    expect([base58.encode(vote?.pollId ?? new Uint8Array()), vote?.times]).toEqual([polls.get('a.open'), 2]);
    const ends = await api.getVotePollsByEndDate(provenRequest({ ascending: true }));
    const ending = verifyVotePollsByEndDate(provenResponseOf(ends), { ...trust, limit: 100 }).value;
    expect(ending.map(({ endTimeMs }) => Number(endTimeMs) - start - 2 * DURATION)).toEqual([0, 0, 1000]);
    const id = base58.decode(polls.get('a.open') ?? '');
    const fund = await api.getPrefundedSpecializedBalance(provenRequest({ id }));
    expect(verifyPrefundedSpecializedBalance(provenResponseOf(fund), { ...trust, id }).value).toBe(
      3n * FUND - 5n * VOTE,
    );
  });

  it('get an error where no proof is possible', async () => {
    const { platform: api } = grpcClients(gateway.port);
    const identityId = base58.decode(masternodes[1] ?? '');
    await expect(
      api.getContestedResourceIdentityVotes({
        version: { case: 'v0', value: { identityId, offset: 1, prove: true } },
      }),
    ).rejects.toThrow('no proof skips votes');
    await expect(
      api.getVotePollsByEndDate({ version: { case: 'v0', value: { offset: 1, prove: true } } }),
    ).rejects.toThrow('no proof skips polls');
    await expect(
      api.getContestedResources({
        version: { case: 'v0', value: { ...fields(), indexName: 'another', prove: true } },
      }),
    ).rejects.toThrow('contested index');
  });
});
