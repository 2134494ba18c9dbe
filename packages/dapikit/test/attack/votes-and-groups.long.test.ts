import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { brokenBy } from './attack-fixture.js';

const NAMES = {
  name: {
    type: 'object',
    documentsMutable: false,
    canBeDeleted: false,
    indices: [
      {
        name: 'byLabel',
        unique: true,
        properties: [{ label: 'asc' }],
        contested: { fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{3,5}$' }], resolution: 0 },
      },
    ],
    properties: { label: { type: 'string', pattern: '^[a-z]{3,9}$', maxLength: 9, position: 0 } },
    required: ['label'],
    additionalProperties: false,
  },
};
/** A coin of the owner, and a share that a group of two strangers decides about. */
const CLUB: unknown = JSON.parse(
  readFileSync(new URL('../generated-client/club.json', import.meta.url), 'utf8'),
);

it('searches among votes of masternodes and the ends of contests', { timeout: 300_000 }, async () => {
  const broken = await brokenBy(NAMES, ({ never }) => [
    never('a name is locked', (now) => now.contests('name').some(({ status }) => status === 'Locked')),
    never('the second contender wins', (now) => {
      const won = now.contests('name').find(({ winnerId }) => winnerId === now.ids.bob);
      return won !== undefined && Object.keys(won.votes).length > 1;
    }),
    never('alice has a contested name', (now) =>
      now.documents('name').some(({ $ownerId, label }) => {
        const isShort = String(label).length < 6;
        return isShort && $ownerId === now.ids.alice;
      }),
    ),
  ]);
  expect(broken['never "a name is locked" is broken']).toEqual(
    expect.arrayContaining(['create', 'vote', 'wait']),
  );
  expect(broken['never "alice has a contested name" is broken']).toEqual(
    expect.arrayContaining(['create', 'wait']),
  );
  expect(
    broken['never "the second contender wins" is broken']?.filter((one) => one === 'create').slice(0, 2),
  ).toEqual(['create', 'create']);
});

it('searches among actions that members of a group propose and sign', { timeout: 300_000 }, async () => {
  const broken = await brokenBy(CLUB, ({ never }) => [
    never('shares are minted', (_now, _before, { step, outcome }) => {
      const isShare = step.action === 'mint' && step.tokenPosition === 1;
      return isShare && outcome.accepted && outcome.pending !== true;
    }),
    never('somebody proposes to the group', (now) =>
      now.proposals().some(({ signers }) => signers.includes(now.ids.carol)),
    ),
  ]);
  expect(broken).toEqual({
    'never "shares are minted" is broken': ['mint', 'mint'],
    'never "somebody proposes to the group" is broken': [expect.any(String)],
  });
});

it('searches among all actions that the rules of a token allow', { timeout: 300_000 }, async () => {
  const broken = await brokenBy(CLUB, ({ never }) => [
    never('tokens are taken from alice', (now, before, { step }) => {
      const isOwn = 'by' in step && step.by === 'alice';
      return !isOwn && now.tokens(0, 'alice') < before.tokens(0, 'alice');
    }),
    never('bob buys tokens', (_now, _before, { step }) => step.action === 'buyTokens' && step.by === 'bob'),
  ]);
  expect(broken).toEqual({
    'never "tokens are taken from alice" is broken': expect.arrayContaining(['freeze', 'destroyFrozen']),
    'never "bob buys tokens" is broken': ['setTokenPrice', 'buyTokens'],
  });
});
