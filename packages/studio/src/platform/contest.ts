import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { platform } from '../rpc/platform.js';
import { creditsAt, listOf, membersOf, numberAt, textAt } from './answer.js';
import { contestedIndexOf } from './contested-values.js';

/** What can be voted for: an identity by its id, `lock` or `abstain`. */
export type Choice = string;

/** A contest, running or ended. */
export interface Contest {
  readonly pollId: string;
  readonly documentType: string;
  readonly indexName: string;
  readonly indexValues: readonly unknown[];
  readonly status: string;
  /** Milliseconds; only while it runs. */
  readonly endsAt?: number;
  /** In credits. */
  readonly fund: bigint;
  /** The ids of the contenders. */
  readonly contenders: readonly string[];
  /** Votes for each choice, `lock` and `abstain` last. */
  readonly tally: ReadonlyMap<Choice, number>;
  readonly outcome?: Outcome;
  /** How votes came, the first change first. */
  readonly history: readonly TallyStep[];
}

/** What the votes for some choices are since a time. */
export interface TallyStep {
  /** Milliseconds. */
  readonly time: number;
  readonly tally: ReadonlyMap<Choice, number>;
}

/** How a contest ended. */
export interface Outcome {
  /** Of the winner; absent where nobody won. */
  readonly identityId?: string;
  readonly kind: string;
  readonly time: number;
  readonly height: number;
}

/** The contests about documents of a contract, running ones first. Rejects with what the server says. */
export async function contestsOf(
  contractId: string,
  types: readonly DocumentTypeDescription[],
): Promise<readonly Contest[]> {
  const found = await Promise.all(
    types.map(async (type) => {
      const index = contestedIndexOf(type);
      if (index === undefined) return [];
      const values = await contestedValues(contractId, type.name, index, []);
      return Promise.all(values.map((value) => contestAbout(contractId, type.name, index.name, value)));
    }),
  );
  return found.flat().toSorted((a, b) => (a.endsAt ?? Infinity) - (b.endsAt ?? Infinity));
}

/** All values that are or were contested, one property of the index after the other. */
async function contestedValues(
  contractId: string,
  documentType: string,
  index: IndexDescription,
  head: readonly unknown[],
): Promise<readonly (readonly unknown[])[]> {
  if (head.length === index.properties.length) return [head];
  const values = listOf(
    await platform.call('getContestedResources', {
      contractId,
      documentType,
      indexName: index.name,
      startIndexValues: head,
    }),
  );
  const longer = await Promise.all(
    values.map((value) => contestedValues(contractId, documentType, index, [...head, value])),
  );
  return longer.flat();
}

async function contestAbout(
  contractId: string,
  documentType: string,
  indexName: string,
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
  const contenders = listOf(membersOf(state)['contenders']);
  const endsAt = numberAt(state, 'endsAt');
  const outcome = outcomeOf(membersOf(state)['winner']);
  return {
    documentType,
    indexName,
    indexValues,
    pollId: textAt(state, 'pollId'),
    status: textAt(state, 'status'),
    ...(endsAt !== undefined && { endsAt }),
    fund: creditsAt(state, 'fund'),
    contenders: contenders.map((one) => textAt(one, 'identityId')),
    tally: new Map([
      ...contenders.map((one): [Choice, number] => [
        textAt(one, 'identityId'),
        numberAt(one, 'voteTally') ?? 0,
      ]),
      ['lock', numberAt(state, 'lockVoteTally') ?? 0],
      ['abstain', numberAt(state, 'abstainVoteTally') ?? 0],
    ]),
    ...(outcome && { outcome }),
    history: listOf(history).map(stepOf),
  };
}

function stepOf(change: unknown): TallyStep {
  const tallies = listOf(membersOf(change)['tallies']).map((one): [Choice, number] => {
    const { choice } = membersOf(one);
    return [textAt(choice, 'identityId') || textAt(choice, 'kind'), numberAt(one, 'tally') ?? 0];
  });
  return { time: numberAt(change, 'time') ?? 0, tally: new Map(tallies) };
}

function outcomeOf(winner: unknown): Outcome | undefined {
  const kind = textAt(winner, 'kind');
  if (kind === '') return undefined;
  const identityId = textAt(winner, 'identityId');
  return {
    kind,
    ...(identityId !== '' && { identityId }),
    time: numberAt(winner, 'time') ?? 0,
    height: numberAt(winner, 'height') ?? 0,
  };
}
