import { expect, it } from 'vitest';
import { attackInvariants } from '../../src/attack/suite/attack-invariants.js';
import { INVARIANT_TOOLS, type DefineInvariants } from '../../src/attack/invariant/invariant.js';
import type { Finding } from '../../src/attack/suite/finding.js';
import { inRoom, replay } from './attack-fixture.js';

const VOTES = {
  vote: {
    type: 'object',
    indices: [{ name: 'once', unique: true, properties: [{ $ownerId: 'asc' }, { poll: 'asc' }] }],
    transferable: 1,
    tradeMode: 1,
    properties: {
      poll: { type: 'string', maxLength: 20, position: 0 },
      weight: { type: 'integer', minimum: 1, maximum: 3, position: 1 },
    },
    required: ['poll', 'weight'],
    additionalProperties: false,
  },
};

/** The findings about invariants; the search ends when all are broken, or after a time. */
const findingsOf = async (
  contract: object,
  define: DefineInvariants,
  milliseconds: number,
): Promise<readonly Finding[]> =>
  inRoom(contract, async (room) => {
    const end = performance.now() + milliseconds;
    const { findings } = await attackInvariants(room, {
      invariants: define(INVARIANT_TOOLS),
      seed: 1,
      file: 'contract.json',
      timeLeft: () => end - performance.now(),
    });
    return findings;
  });

const actionsOf = ({ steps }: Finding): readonly string[] => steps.map(({ step }) => step.action);

it('finds the shortest steps that break each invariant, which replay', async () => {
  const findings = await findingsOf(
    VOTES,
    ({ always, never }) => [
      never('a vote changes its owner', (now, before) =>
        now
          .documents('vote')
          .some((vote) =>
            before
              .documents('vote')
              .some(({ $id, $ownerId }) => $id === vote.$id && $ownerId !== vote.$ownerId),
          ),
      ),
      always('weights stay below 3', (now) =>
        now.documents('vote').every(({ weight }) => Number(weight) < 3),
      ),
      never('alice casts two votes', async (now) => {
        const own = now.documents('vote').filter(({ $creatorId }) => $creatorId === now.ids.alice);
        return own.length >= 2;
      }),
      never('somebody purchases a vote', (_now, _before, { step }) => step.action === 'purchase'),
    ],
    60_000,
  );
  const lengths = Object.fromEntries(findings.map((each) => [each.message, actionsOf(each).join()]));
  expect(lengths).toEqual({
    'never "a vote changes its owner" is broken': expect.stringMatching(
      /^create,(transfer|setPrice,purchase)$/,
    ),
    'always "weights stay below 3" is broken': 'create',
    'never "alice casts two votes" is broken': 'create,create',
    'never "somebody purchases a vote" is broken': 'create,setPrice,purchase',
  });
  for (const { steps } of findings) expect(await replay(VOTES, steps)).toEqual(steps);
});

it('goes on with the others where an invariant throws', async () => {
  const findings = await findingsOf(
    VOTES,
    ({ always, never }) => [
      always('throws', (now) => now.count('votes') === 0),
      never('there is a vote', (now) => now.count('vote') > 0),
    ],
    60_000,
  );
  expect(findings.map(({ code, message }) => [code, message])).toEqual([
    [
      'invariant-throws',
      'the invariant "throws" throws: unknown document type "votes": the contract has vote',
    ],
    ['invariant-broken', 'never "there is a vote" is broken'],
  ]);
});

const HOLDS: DefineInvariants = ({ always }) => [
  always('votes are those of identities that act', (now) =>
    now.documents('vote').every(({ $ownerId }) => Object.values(now.ids).includes($ownerId)),
  ),
];

it('finds nothing where an invariant holds', async () => {
  expect(await findingsOf(VOTES, HOLDS, 500)).toEqual([]);
});

it('types whose names differ in signs only have labels that differ', async () => {
  const { indices: _, ...type } = VOTES.vote;
  const labels = await inRoom({ 'a-b': type, a_b: type, a: type }, async (room) =>
    Promise.resolve(['a-b', 'a_b', 'a-b', 'a'].map((name) => room.nextLabel(name))),
  );
  expect(labels).toEqual(['a_b1', 'a_b2', 'a_b3', 'a1']);
});
