import * as fc from 'fast-check';
import type { TokenAction } from '@dapikit/client';
import type { ContractToken } from '../../generate/contract-tokens.js';
import type { ActorName, WithoutActor } from '../step/step.js';
import { amounts, picks, prices, type Cast } from './choices.js';
import { pickOf, type StepChoice } from './step-choice.js';

interface Details {
  readonly other: ActorName;
  readonly amount: bigint;
  readonly price: bigint;
}

/** Makes the step of each action, with what it needs. */
const STEPS: Readonly<Record<TokenAction, (tokenPosition: number, details: Details) => WithoutActor>> = {
  mint: (tokenPosition, { other, amount }) => ({ action: 'mint', tokenPosition, to: other, amount }),
  burn: (tokenPosition, { amount }) => ({ action: 'burn', tokenPosition, amount }),
  freeze: (tokenPosition, { other }) => ({ action: 'freeze', tokenPosition, of: other }),
  unfreeze: (tokenPosition, { other }) => ({ action: 'unfreeze', tokenPosition, of: other }),
  destroyFrozen: (tokenPosition, { other }) => ({ action: 'destroyFrozen', tokenPosition, of: other }),
  pause: (tokenPosition) => ({ action: 'pause', tokenPosition }),
  resume: (tokenPosition) => ({ action: 'resume', tokenPosition }),
  setPrice: (tokenPosition, { price }) => ({ action: 'setTokenPrice', tokenPosition, price }),
};

/** Describes a token, with who decides about it. */
export interface SearchedToken extends ContractToken {
  /** Returns the identity that the contract names so: `contractOwner`, or an id in base58; nothing where it does not act. */
  readonly actorOf: (name: string) => ActorName | undefined;
  /** Members of the groups that act, by position. */
  readonly members: ReadonlyMap<number, readonly ActorName[]>;
}

/** Makes arbitrary steps with a token: what its rules let somebody do, alone or in a group. Others are rejected in any case. */
export function tokenChoices(token: SearchedToken, cast: Cast): readonly fc.Arbitrary<StepChoice>[] {
  const { shape, claims, takers, actorOf } = token;
  const { position, groups } = shape;
  const { actors, others } = cast;
  const details = detailsOf(cast);
  const send = fc.tuple(actors, others, amounts).map(([by, to, amount]): StepChoice => () => ({
    action: 'sendTokens',
    by,
    to,
    amount,
    tokenPosition: position,
  }));
  const decide = entriesOf(takers).flatMap(([action, taker]) => {
    const by = actorOf(taker);
    if (by === undefined) return [];
    return [
      details.map((more): StepChoice => () => ({ ...STEPS[action](position, more), by })),
    ];
  });
  const buy = fc.tuple(actors, amounts, prices).map(([by, amount, price]): StepChoice => () => ({
    action: 'buyTokens',
    by,
    amount,
    price: price * amount,
    tokenPosition: position,
  }));
  const claim = claims.map((distribution) =>
    actors.map((by): StepChoice => () => ({ action: 'claim', by, distribution, tokenPosition: position })),
  );
  const isSold = takers.setPrice !== undefined || groups.setPrice !== undefined;
  return [send, ...decide, ...(isSold ? [buy] : []), ...claim, ...groupChoices(token, cast)];
}

const detailsOf = ({ others }: Cast): fc.Arbitrary<Details> =>
  fc.record({ other: others, amount: amounts, price: prices });

/** Makes proposals to the groups that decide actions, and signatures of other members. */
function groupChoices({ shape, members }: SearchedToken, cast: Cast): readonly fc.Arbitrary<StepChoice>[] {
  const propose = entriesOf(shape.groups).flatMap(([action, group]) => {
    const able = members.get(group) ?? [];
    if (able.length === 0) return [];
    const one = fc
      .tuple(fc.constantFrom(...able), detailsOf(cast))
      .map(([by, more]): StepChoice => (scene) => ({
        ...STEPS[action](shape.position, more),
        by,
        group: { position: group, proposal: scene.newLabel('proposal'), isSigning: false },
      }));
    return [one];
  });
  if (propose.length === 0) return [];
  const all = [...new Set([...members.values()].flat())];
  const sign = fc.tuple(fc.constantFrom(...all), picks).map(([by, pick]): StepChoice => (scene) => {
    const proposal = pickOf(scene.proposals, pick);
    return proposal === undefined
      ? undefined
      : { ...proposal.step, by, group: { ...proposal.group, isSigning: true } };
  });
  return [...propose, sign];
}

const entriesOf = <Value>(
  record: Readonly<Partial<Record<TokenAction, Value>>>,
): readonly (readonly [TokenAction, Value])[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  Object.entries(record) as unknown as readonly (readonly [TokenAction, Value])[];
