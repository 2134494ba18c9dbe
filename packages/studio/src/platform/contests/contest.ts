import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { platform } from '../../rpc/platform.js';
import { getInteger, getList, getMembers, getNumber, getText, type Members } from '../../json/json-values.js';
import { findContestedIndex } from './contested-values.js';

/** Describes a choice of a vote: the id of an identity, `lock` or `abstain`. */
export type Choice = string;

/** Describes a contest: running, ended, or not started yet. */
export interface Contest {
  readonly pollId: string;
  readonly documentType: string;
  readonly indexName: string;
  readonly indexValues: readonly unknown[];
  /** `NotStarted`, `Started`, `Awarded` or `Locked`. */
  readonly status: string;
  /** Milliseconds; only while it runs. */
  readonly endsAt?: number;
  /** The last millisecond in which others may join; only while it runs. */
  readonly joinableUntil?: number;
  /** In credits. */
  readonly fund: bigint;
  /** The ids of the contenders. */
  readonly contenders: readonly string[];
  /** The documents of the contenders while it runs, that of the winner afterwards. */
  readonly documents: readonly Members[];
  /** Votes for each choice, `lock` and `abstain` last. */
  readonly tally: ReadonlyMap<Choice, number>;
  readonly outcome?: ContestOutcome;
  /** The changes of the tally, the first one first. */
  readonly history: readonly TallyStep[];
}

/** Describes a change of the tally. */
export interface TallyStep {
  /** Milliseconds. */
  readonly time: number;
  readonly tally: ReadonlyMap<Choice, number>;
}

/** Describes the end of a contest. */
export interface ContestOutcome {
  /** The id of the winner; absent where nobody won. */
  readonly identityId?: string;
  readonly kind: string;
  readonly time: number;
  readonly height: number;
}

/** Loads the contests of a contract, running ones first. Rejects with the server's error. */
export async function loadContests(
  contractId: string,
  types: readonly DocumentTypeDescription[],
): Promise<readonly Contest[]> {
  const found = await Promise.all(
    types.map(async (type) => {
      const index = findContestedIndex(type);
      if (index === undefined) return [];
      const values = await loadContestedValues(contractId, type.name, index, []);
      return Promise.all(values.map((value) => loadContest(contractId, type.name, index, value)));
    }),
  );
  return found.flat().toSorted((a, b) => (a.endsAt ?? Infinity) - (b.endsAt ?? Infinity));
}

/** Loads all values that are or were contested, one property of the index after the other. */
async function loadContestedValues(
  contractId: string,
  documentType: string,
  index: IndexDescription,
  prefix: readonly unknown[],
): Promise<readonly (readonly unknown[])[]> {
  if (prefix.length === index.properties.length) return [prefix];
  const values = getList(
    await platform.call('getContestedResources', {
      contractId,
      documentType,
      indexName: index.name,
      startIndexValues: prefix,
    }),
  );
  const longer = await Promise.all(
    values.map((value) => loadContestedValues(contractId, documentType, index, [...prefix, value])),
  );
  return longer.flat();
}

/** Loads the contest about values of an index. Rejects with the server's error. */
export async function loadContest(
  contractId: string,
  documentType: string,
  { name: indexName, properties }: IndexDescription,
  indexValues: readonly unknown[],
): Promise<Contest> {
  const poll = { contractId, documentType, indexName, indexValues };
  const [state, history] = await Promise.all([
    platform.call('getVoteState', {
      ...poll,
      resultType: 'documentsAndVoteTally',
      includeLockedAndAbstaining: true,
    }),
    platform.call('getTallyHistory', poll),
  ]);
  const contenders = getList(getMembers(state)['contenders']);
  const endsAt = getNumber(state, 'endsAt');
  const outcome = readOutcome(getMembers(state)['winner']);
  const steps = getList(history).map(readStep);
  const documents =
    getText(state, 'status') === 'Awarded'
      ? await platform.call('getDocuments', {
          contractId,
          documentType,
          where: properties.map((path, at) => [path, '==', indexValues[at]]),
          limit: 1,
        })
      : contenders.map((one) => getMembers(one)['document']);
  return {
    documentType,
    indexName,
    indexValues,
    pollId: getText(state, 'pollId'),
    status: getText(state, 'status'),
    ...(endsAt !== undefined && { endsAt, joinableUntil: getJoinDeadline(steps, endsAt) }),
    fund: getInteger(state, 'fund'),
    contenders: contenders.map((one) => getText(one, 'identityId')),
    documents: getList(documents).map(getMembers),
    tally: new Map([
      ...contenders.map((one): [Choice, number] => [
        getText(one, 'identityId'),
        getNumber(one, 'voteTally') ?? 0,
      ]),
      ['lock', getNumber(state, 'lockVoteTally') ?? 0],
      ['abstain', getNumber(state, 'abstainVoteTally') ?? 0],
    ]),
    ...(outcome && { outcome }),
    history: steps,
  };
}

/** Others may join in the first half. Source: `voting_versions` in `packages/rs-platform-version` of dashpay/platform. */
function getJoinDeadline(steps: readonly TallyStep[], endsAt: number): number {
  const startedAt = steps[0]?.time ?? endsAt;
  return startedAt + (endsAt - startedAt) / 2;
}

function readStep(change: unknown): TallyStep {
  const tallies = getList(getMembers(change)['tallies']).map((one): [Choice, number] => {
    const { choice } = getMembers(one);
    return [getText(choice, 'identityId') || getText(choice, 'kind'), getNumber(one, 'tally') ?? 0];
  });
  return { time: getNumber(change, 'time') ?? 0, tally: new Map(tallies) };
}

function readOutcome(winner: unknown): ContestOutcome | undefined {
  const kind = getText(winner, 'kind');
  if (kind === '') return undefined;
  const identityId = getText(winner, 'identityId');
  return {
    kind,
    ...(identityId !== '' && { identityId }),
    time: getNumber(winner, 'time') ?? 0,
    height: getNumber(winner, 'height') ?? 0,
  };
}
