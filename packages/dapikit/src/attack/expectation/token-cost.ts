import type { ActorName } from '../step/step.js';
import type { Expectation, Subject, Surprise } from './expectation.js';

/** Returns the amount of tokens that an identity has. */
async function balanceOf({ room }: Subject, position: number, who: ActorName): Promise<bigint> {
  const account = await room.platform.getTokenBalance({
    contractId: room.contractId,
    position,
    identityId: room.idOf(who),
  });
  return account.balance;
}

/** Finds costs in tokens that cost nothing: the owner pays them to himself, or strangers make the tokens. */
export const tokenCostAvoided: Expectation = {
  code: 'token-cost-avoided',
  severity: 'warning',
  title: 'Somebody pays a cost in tokens with tokens that cost nothing',
  why: 'Tokens that are paid go to the owner of the contract by default, who gets back what he pays. An identity that can mint or claim the token pays with tokens of his own.',
  fix: 'Set "effect": 1 of the cost to burn the tokens, and restrict who may mint and claim the token.',
  async examine(subject) {
    const { room, type, plain } = subject;
    const cost = type.tokenCost.create;
    if (cost === undefined || cost.contractId !== undefined) return [];
    const { tokenPosition, amount } = cost;
    const create = async (by: ActorName): Promise<boolean> => {
      const document = room.nextLabel(type.name);
      const step = { action: 'create', by, documentType: type.name, document, data: plain } as const;
      return (await room.perform(step)).accepted;
    };
    const found: Surprise[] = [];
    const place = ['tokenCost', 'create'];
    const returned = await room.branch(async () => {
      const owned = await balanceOf(subject, tokenPosition, 'owner');
      if (owned < BigInt(amount))
        await room.perform({
          action: 'mint',
          by: 'owner',
          tokenPosition,
          amount: BigInt(amount),
          to: 'owner',
        });
      const before = await balanceOf(subject, tokenPosition, 'owner');
      const isCreated = before >= BigInt(amount) && (await create('owner'));
      return isCreated && before === (await balanceOf(subject, tokenPosition, 'owner'))
        ? room.steps
        : undefined;
    });
    if (returned !== undefined)
      found.push({
        message: `the owner of the contract gets the ${BigInt(amount) === 1n ? 'token' : `${amount} tokens`} back that he pays for a "${type.name}"`,
        place,
        steps: returned,
      });
    const made = await room.branch(async () => {
      const mint = {
        action: 'mint',
        by: 'alice',
        tokenPosition,
        amount: BigInt(amount),
        to: 'alice',
      } as const;
      return (await room.perform(mint)).accepted && (await create('alice')) ? room.steps : undefined;
    });
    if (made !== undefined)
      found.push({
        message: `any identity can mint the tokens that a "${type.name}" costs`,
        place,
        steps: made,
      });
    return found;
  },
};

/** Payments that an identity gets tokens for: as many as the supply allows. */
const PAYMENTS = [50n, 10n, 4n, 1n];

/**
 * Gives tokens to the identities that act where the type costs tokens of its own contract: the owner mints or sends them.
 * @returns whether each can pay its costs once
 */
export async function payTokens({ room, type }: Pick<Subject, 'room' | 'type'>): Promise<boolean> {
  const costs = new Map<number, bigint>();
  for (const { contractId, tokenPosition, amount } of Object.values(type.tokenCost)) {
    if (contractId !== undefined) continue;
    const cost = BigInt(amount);
    if (cost > (costs.get(tokenPosition) ?? 0n)) costs.set(tokenPosition, cost);
  }
  let isPaid = true;
  for (const [tokenPosition, cost] of costs)
    for (const to of ['alice', 'bob', 'carol'] as const) {
      const hasPaid = await giveTokens(room, { tokenPosition, to }, cost);
      isPaid &&= hasPaid;
    }
  return isPaid;
}

/** Gives an identity as many payments as possible. @returns whether it got one */
async function giveTokens(
  room: Subject['room'],
  to: { readonly tokenPosition: number; readonly to: 'alice' | 'bob' | 'carol' },
  cost: bigint,
): Promise<boolean> {
  for (const payments of PAYMENTS)
    for (const action of ['mint', 'sendTokens'] as const) {
      const step = { ...to, by: 'owner', amount: cost * payments, action } as const;
      const tried = await room.branch(async () => room.perform(step));
      if (tried.accepted) return (await room.perform(step)).accepted;
    }
  return false;
}
