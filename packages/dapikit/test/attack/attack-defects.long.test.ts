import { expect, it } from 'vitest';
import { INVARIANT_TOOLS, type DefineInvariants } from '../../src/attack/invariant/invariant.js';
import { attackContract } from '../../src/attack/suite/attack-contract.js';
import { attackInvariants } from '../../src/attack/suite/attack-invariants.js';
import { inRoom, replay } from './attack-fixture.js';

/** Processor time in which a defect is found. */
const SECONDS = 60;

const text = (position: number, more: object = {}): object => ({
  type: 'string',
  maxLength: 40,
  position,
  ...more,
});
const identifier = (position: number): object => ({
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
  position,
});
const bytes = (position: number, length: number): object => ({
  type: 'array',
  byteArray: true,
  minItems: length,
  maxItems: length,
  position,
});
const index = (name: string, properties: readonly string[], more: object = {}): object => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
  ...more,
});
const typeOf = (properties: object, required: readonly string[], more: object = {}): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});
const FIXED = { documentsMutable: false, canBeDeleted: false };

interface Defect {
  readonly defect: string;
  readonly contract: object;
  /** Code of the finding, or name of the invariant. */
  readonly found: string;
  readonly invariants?: DefineInvariants;
}

const DEFECTS: readonly Defect[] = [
  {
    // Names in capitals and with similar letters: dashpay/platform#1454
    defect: 'two names that differ in case only',
    contract: {
      name: typeOf({ label: text(0, { pattern: '^[a-zA-Z0-9]{3,20}$' }) }, ['label'], {
        ...FIXED,
        indices: [index('label', ['label'], { unique: true })],
      }),
    },
    found: 'case-not-unique',
  },
  {
    // A value that masternodes awarded could be replaced: dashpay/platform#1891
    defect: 'a name that its owner replaces by another one',
    contract: {
      name: typeOf({ label: text(0) }, ['label'], {
        canBeDeleted: false,
        indices: [index('label', ['label'], { unique: true })],
      }),
    },
    found: 'replace-frees-value',
  },
  {
    // Three properties of an avatar belong together: dashpay/platform#1889
    defect: 'a picture without its hash',
    contract: { profile: typeOf({ avatarUrl: text(0), avatarHash: bytes(1, 32), displayName: text(2) }, []) },
    found: 'a picture has a hash',
    invariants: ({ always }) => [
      always('a picture has a hash', (now) =>
        now
          .documents('profile')
          .every(({ avatarUrl, avatarHash }) => (avatarUrl === undefined) === (avatarHash === undefined)),
      ),
    ],
  },
  {
    // Heights of blocks came from users: dashpay/platform#1889
    defect: 'a time that the creator chooses',
    contract: {
      request: typeOf(
        { createdAt: { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991, position: 0 } },
        ['createdAt', '$createdAt'],
        FIXED,
      ),
    },
    found: 'times are true',
    invariants: ({ always }) => [
      always('times are true', (now) =>
        now.documents('request').every((each) => each['createdAt'] === each['$createdAt']),
      ),
    ],
  },
  {
    // The record of a name names its first owner after a transfer: dashpay/dash-evo-tool#810
    defect: 'a record that names somebody else than the owner',
    contract: {
      domain: typeOf({ label: text(0), identity: identifier(1) }, ['label', 'identity'], {
        ...FIXED,
        transferable: 1,
      }),
    },
    found: 'a record names its owner',
    invariants: ({ never }) => [
      never('a record names its owner', (now, before) =>
        now
          .documents('domain')
          .some((each) =>
            before
              .documents('domain')
              .some(
                (old) =>
                  old.$id === each.$id && old.$ownerId !== each.$ownerId && each['identity'] === old.$ownerId,
              ),
          ),
      ),
    ],
  },
  {
    // The author of a post changes with a replace: dashpay/platform#4815
    defect: 'a post whose author is replaced',
    contract: {
      post: typeOf({ author: identifier(0), body: text(1) }, ['author', 'body'], { canBeDeleted: false }),
    },
    found: 'authors stay',
    invariants: ({ always }) => [
      always('authors stay', (now, before) =>
        before
          .documents('post')
          .every(
            (old) => now.documents('post').find(({ $id }) => $id === old.$id)?.['author'] === old['author'],
          ),
      ),
    ],
  },
  {
    // Minting of cards was open-ended: dashpay/platform-tutorials#86
    defect: 'cards that anybody mints without end',
    contract: {
      card: typeOf({ name: text(0) }, ['name'], { ...FIXED, transferable: 1, documentsCountable: true }),
    },
    found: 'count-inflated',
  },
  {
    defect: 'a vote that is deleted and cast again',
    contract: {
      vote: typeOf(
        { poll: text(0), choice: { type: 'integer', minimum: 0, maximum: 3, position: 1 } },
        ['poll', 'choice'],
        {
          documentsMutable: false,
          indices: [index('once', ['$ownerId', 'poll'], { unique: true })],
        },
      ),
    },
    found: 'deletion-frees-value',
  },
  {
    defect: 'a seat that somebody else fills by a transfer',
    contract: {
      seat: typeOf({ room: text(0) }, ['room'], {
        ...FIXED,
        transferable: 1,
        indices: [index('once', ['$ownerId', 'room'], { unique: true })],
      }),
    },
    found: 'unasked-transfer',
  },
  {
    defect: 'a sale below the price of the seller before',
    contract: { card: typeOf({ name: text(0) }, ['name'], { ...FIXED, transferable: 1, tradeMode: 1 }) },
    found: 'cards change hands for money only',
    invariants: ({ never }) => [
      never(
        'cards change hands for money only',
        (now, before, { step }) =>
          step.action === 'purchase' && step.price === 0n && now.balance('owner') === before.balance('owner'),
      ),
    ],
  },
];

it('there are ten contracts with a defect', () => {
  expect(DEFECTS).toHaveLength(10);
});

it.each(DEFECTS)('finds $defect', { timeout: 300_000 }, async ({ contract, found, invariants }) => {
  const start = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000_000;
  };
  const findings = await inRoom(contract, async (room) => {
    const report = await attackContract(room, { seed: 1, isOver: () => used() > SECONDS });
    const broken = await attackInvariants(room, {
      invariants: invariants === undefined ? [] : invariants(INVARIANT_TOOLS),
      seed: 1,
      file: 'contract.json',
      timeLeft: () => 1000 * (SECONDS - used()),
    });
    return [...report.findings, ...broken.findings];
  });
  expect(used()).toBeLessThan(SECONDS);
  const matching = findings.filter(({ code, message }) => code === found || message.includes(`"${found}"`));
  expect(matching.length).toBeGreaterThan(0);
  for (const { steps } of matching) expect(await replay(contract, steps)).toEqual(steps);
});
