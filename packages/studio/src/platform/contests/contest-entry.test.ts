import { describe, expect, it } from 'vitest';
import type { Contest } from './contest.js';
import { getContestEntry, isOpenEntry } from './contest-entry.js';

const contest = (more: Partial<Contest>): Contest => ({
  pollId: 'poll',
  documentType: 'name',
  indexName: 'byName',
  indexValues: ['a'],
  status: 'NotStarted',
  fund: 0n,
  contenders: [],
  documents: [],
  tally: new Map(),
  history: [],
  ...more,
});
const running = { status: 'Started', contenders: ['alice'], endsAt: 200, joinableUntil: 100 };

describe('a document with contested values', () => {
  it.each<[string, Partial<Contest>, string]>([
    ['starts the first contest', {}, 'starts'],
    ['starts another if nobody won', { outcome: { kind: 'noWinner', time: 1, height: 1 } }, 'starts'],
    ['joins a running contest', { ...running, contenders: ['carol'] }, 'joins'],
    ['is the second of a contender', { ...running, contenders: ['bob', 'carol'] }, 'contends'],
    ['is too late for a running contest', { ...running, joinableUntil: 49 }, 'closed'],
    ['joins in the last millisecond', { ...running, joinableUntil: 50 }, 'joins'],
    ['has values that are awarded', { status: 'Awarded', documents: [{ $ownerId: 'carol' }] }, 'awarded'],
    ['has awarded values whose document is deleted', { status: 'Awarded' }, 'awarded'],
    ['has values that are locked', { status: 'Locked' }, 'locked'],
  ])('%s', (_, state, kind) => {
    const entry = getContestEntry(contest(state), 'bob', 50);
    expect(entry.kind).toBe(kind);
    expect(isOpenEntry(entry)).toBe(kind === 'starts' || kind === 'joins');
  });

  it('shows the current owner of awarded values', () => {
    const awarded = { status: 'Awarded', documents: [{ $ownerId: 'dave' }] };
    const outcome = { kind: 'wonByIdentity', identityId: 'carol', time: 1, height: 1 };
    expect(getContestEntry(contest({ ...awarded, outcome }), 'bob', 50)).toEqual({
      kind: 'awarded',
      ownerId: 'dave',
    });
  });
});
