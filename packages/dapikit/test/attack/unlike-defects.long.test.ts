import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { INVARIANT_TOOLS, type DefineInvariants } from '../../src/attack/invariant/invariant.js';
import { attackInvariants } from '../../src/attack/suite/attack-invariants.js';
import { inRoom, replay } from './attack-fixture.js';

/** Processor time in which a defect is found. */
const SECONDS = 60;

type Properties = Readonly<Record<string, object>>;

const integer = (minimum: number, maximum: number): object => ({ type: 'integer', minimum, maximum });
const TEXT = { type: 'string', maxLength: 40 };
const IDENTIFIER = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
};

const inOrder = (properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema], position) => [name, { ...schema, position }]),
  );

/** A type whose documents have all of some properties. */
const typeOf = (properties: Properties, more: object = {}, recorded: readonly string[] = []): object => ({
  type: 'object',
  properties: inOrder(properties),
  required: [...Object.keys(properties), ...recorded],
  additionalProperties: false,
  ...more,
});
const FIXED = { documentsMutable: false, canBeDeleted: false };

const club = (): Record<string, unknown> =>
  Object(JSON.parse(readFileSync(new URL('../generated-client/club.json', import.meta.url), 'utf8')));

/** A club in whose group one member has the required power. */
function unevenClub(): object {
  const contract = club();
  const [first = '', second = ''] = Object.keys(Object(contract['groups'])[0].members);
  const members = { [first]: 2, [second]: 1, Bwr4WHCPz5rFVAD87RqTs3izo4zpzwsEdKPWUT1NS1C7: 1 };
  return { ...contract, groups: { 0: { $formatVersion: '0', members, requiredPower: 2 } } };
}

interface Defect {
  readonly defect: string;
  readonly contract: object;
  readonly invariants: DefineInvariants;
}

const DEFECTS: readonly Defect[] = [
  {
    defect: 'a bid that falls',
    contract: { bid: typeOf({ item: TEXT, amount: integer(1, 1_000_000) }, { canBeDeleted: false }) },
    invariants: ({ never }) => [
      never('a bid falls', (now, before) =>
        now.documents('bid').some((bid) => {
          const old = before.documents('bid').find(({ $id }) => $id === bid.$id);
          return old !== undefined && Number(bid['amount']) < Number(old['amount']);
        }),
      ),
    ],
  },
  {
    defect: 'an order that somebody else releases',
    contract: {
      order: typeOf({ item: TEXT }, FIXED),
      release: typeOf({ orderId: IDENTIFIER }, FIXED),
    },
    invariants: ({ never }) => [
      never('somebody releases the order of another one', (now) =>
        now.documents('release').some(({ orderId, $ownerId }) => {
          const order = now.documents('order').find(({ $id }) => $id === orderId);
          return order !== undefined && order.$ownerId !== $ownerId;
        }),
      ),
    ],
  },
  {
    defect: 'a ballot after the end of its poll',
    contract: {
      poll: typeOf({ closesAt: integer(0, 2_000_000_000_000) }, FIXED),
      ballot: typeOf({ pollId: IDENTIFIER, choice: integer(0, 3) }, FIXED, ['$createdAt']),
    },
    invariants: ({ never }) => [
      never('a ballot comes late', (now) =>
        now.documents('ballot').some(({ pollId, $createdAt }) => {
          const poll = now.documents('poll').find(({ $id }) => $id === pollId);
          return poll !== undefined && Number($createdAt) > Number(poll['closesAt']);
        }),
      ),
    ],
  },
  {
    defect: 'a large order that is free',
    contract: {
      order: typeOf({ isFree: { type: 'boolean' }, quantity: integer(1, 1000), note: TEXT }, FIXED),
    },
    invariants: ({ never }) => [
      never('a large order is free', (now) =>
        now.documents('order').some(({ isFree, quantity }) => isFree === true && Number(quantity) > 100),
      ),
    ],
  },
  {
    defect: 'a concert with more seats sold than there are',
    contract: { ticket: typeOf({ seats: integer(1, 8) }, FIXED) },
    invariants: ({ always }) => [
      always('at most 40 seats are sold', (now) => {
        let sold = 0;
        for (const { seats } of now.documents('ticket')) sold += Number(seats);
        return sold <= 40;
      }),
    ],
  },
  {
    defect: 'a token that one member of a group mints',
    contract: unevenClub(),
    invariants: ({ never }) => [
      never('one member mints shares', (_now, before, { step, outcome }) => {
        const isShare = step.action === 'mint' && step.tokenPosition === 1;
        const isExecuted = outcome.accepted && outcome.pending !== true;
        return isShare && isExecuted && before.proposals().length === 0;
      }),
    ],
  },
  {
    defect: 'a post whose author likes it',
    contract: {
      post: typeOf({ text: TEXT }, FIXED),
      like: typeOf(
        { postId: IDENTIFIER },
        {
          ...FIXED,
          indices: [{ name: 'once', unique: true, properties: [{ postId: 'asc' }, { $ownerId: 'asc' }] }],
        },
      ),
    },
    invariants: ({ never }) => [
      never('authors like their own posts', (now) =>
        now.documents('like').some(({ postId, $ownerId }) => {
          const post = now.documents('post').find(({ $id }) => $id === postId);
          return post?.$ownerId === $ownerId;
        }),
      ),
    ],
  },
  {
    defect: 'terms that change after others agreed',
    contract: {
      offer: typeOf({
        terms: {
          type: 'object',
          properties: inOrder({ fee: integer(0, 100) }),
          required: ['fee'],
          additionalProperties: false,
        },
      }),
      consent: typeOf({ offerId: IDENTIFIER }, FIXED),
    },
    invariants: ({ never }) => [
      never('terms change after a consent', (now, before) =>
        before.documents('consent').some(({ offerId }) => {
          const [old, offer] = [before, now].map((state) =>
            state.documents('offer').find(({ $id }) => $id === offerId),
          );
          return JSON.stringify(old?.['terms']) !== JSON.stringify(offer?.['terms']);
        }),
      ),
    ],
  },
  {
    defect: 'a parcel that comes back to its sender',
    contract: { parcel: typeOf({ label: TEXT }, { ...FIXED, transferable: 1 }, ['$transferredAt']) },
    invariants: ({ never }) => [
      never('a parcel comes back', (now, before) =>
        now.documents('parcel').some((parcel) => {
          const old = before.documents('parcel').find(({ $id }) => $id === parcel.$id);
          const isBack = parcel['$creatorId'] === parcel.$ownerId;
          return isBack && old !== undefined && old.$ownerId !== parcel.$ownerId;
        }),
      ),
    ],
  },
  {
    defect: 'a token that is sold for nothing',
    contract: club(),
    invariants: ({ never }) => [
      never('tokens are free', (now, before, { step }) =>
        step.action === 'buyTokens' && now.tokens(0, step.by) > before.tokens(0, step.by)
          ? step.price === 0n
          : false,
      ),
    ],
  },
];

it('there are ten contracts with a defect', () => {
  expect(DEFECTS).toHaveLength(10);
});

it.each(DEFECTS)('finds $defect', { timeout: 300_000 }, async ({ contract, invariants }) => {
  const start = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000_000;
  };
  const { findings } = await inRoom(contract, async (room) =>
    attackInvariants(room, {
      invariants: invariants(INVARIANT_TOOLS),
      seed: 1,
      file: 'contract.json',
      timeLeft: () => 1000 * (SECONDS - used()),
    }),
  );
  expect(findings.map(({ code }) => code)).toEqual(['invariant-broken']);
  for (const { steps } of findings) expect(await replay(contract, steps)).toEqual(steps);
});
