import * as fc from 'fast-check';
import type { TokenAction } from '@dapikit/client';
import type { ContractToken } from '../../generate/contract-tokens.js';
import type { ActorName, WithoutActor } from '../step/step.js';
import { amounts, picks, prices, type Cast, type TakeFew } from './choices.js';
import { pickOf, type StepChoice } from './step-choice.js';
import { isIndirect, type ActorOf, type GroupMembers } from './setting-deciders.js';
import type { ChangeableSettings } from './token-settings.js';

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

/** Names the action that a setting puts somebody in charge of. */
const GRANTED: Readonly<Record<string, TokenAction>> = {
  manualMinting: 'mint',
  manualBurning: 'burn',
  freeze: 'freeze',
  unfreeze: 'unfreeze',
  destroyFrozenFunds: 'destroyFrozen',
  emergencyAction: 'pause',
};

/** Describes a token, with who decides about it. */
export interface SearchedToken extends ContractToken, ChangeableSettings {
  readonly actorOf: ActorOf;
  readonly members: GroupMembers;
}

/** Weight of settings that change a token itself, beside 1 for those that say who may change another setting. */
const DIRECT_WEIGHT = 5;

/** Describes a step with a token that one identity makes alone, or that members of a group propose. */
type Decision = fc.Arbitrary<WithoutActor>;

/**
 * Makes arbitrary steps with a token: what its rules let somebody do, alone or in a group. Others are rejected in any case. Where settings can be
 * changed, all identities and groups try: who may act is another one then.
 */
export function tokenChoices(
  token: SearchedToken,
  cast: Cast,
  few: TakeFew,
): readonly fc.Arbitrary<StepChoice>[] {
  const { shape, takers, actorOf } = token;
  const { position, groups } = shape;
  const { actors, others } = cast;
  const send = fc.tuple(actors, others, amounts).map(([by, to, amount]): StepChoice => () => ({
    action: 'sendTokens',
    by,
    to,
    amount,
    tokenPosition: position,
  }));
  const decide = decidedActions(token).flatMap((action) => {
    const taker = takers[action];
    const able = taker === undefined ? undefined : actorOf(taker);
    const who = [
      ...(able === undefined ? [] : [fc.constant(able)]),
      ...(isChangeable(token) ? [actors, others] : []),
    ];
    return who.length === 0 ? [] : [alone(decisionOf(token, action, cast), fc.oneof(...who))];
  });
  const buy = fc.tuple(actors, amounts, prices).map(([by, amount, price]): StepChoice => () => ({
    action: 'buyTokens',
    by,
    amount,
    price: price * amount,
    tokenPosition: position,
  }));
  const claim = claimsOf(token).map((distribution) =>
    actors.map((by): StepChoice => () => ({ action: 'claim', by, distribution, tokenPosition: position })),
  );
  const isSold = takers.setPrice !== undefined || groups.setPrice !== undefined;
  const who = token.changers.length === 0 ? actors : fc.oneof(fc.constantFrom(...token.changers), actors);
  const change = changeOf(token, cast, few).map((decision) => alone(decision, who));
  // The first one is in all swarms of the subject.
  return [
    ...change,
    ...(change.length === 0 ? [] : [useOfGrant(token, cast)]),
    send,
    ...decide,
    ...(isSold ? [buy] : []),
    ...claim,
    ...groupChoices(token, cast, few),
  ];
}

/** Makes the action of an identity that a changed setting puts in charge. */
const useOfGrant = ({ shape }: SearchedToken, { others }: Cast): fc.Arbitrary<StepChoice> =>
  fc.tuple(picks, detailsOf(others)).map(([pick, details]): StepChoice => ({ grants }) => {
    const grant = pickOf(
      grants.filter(({ tokenPosition }) => tokenPosition === shape.position),
      pick,
    );
    const action = grant && GRANTED[grant.setting];
    return action && { ...STEPS[action](shape.position, details), by: grant.to };
  });

const isChangeable = ({ settings }: SearchedToken): boolean => settings.length > 0;

/** Lists the actions that one identity decides alone, or can once a setting was changed. */
const decidedActions = (token: SearchedToken): readonly TokenAction[] =>
  isChangeable(token) ? allActions(token) : entriesOf(token.takers).map(([action]) => action);

const allActions = ({ alone: decided, shape: { groups } }: SearchedToken): readonly TokenAction[] => [
  ...new Set([...decided, ...entriesOf(groups).map(([action]) => action)]),
];

/** Lists the distributions that are claimed, or can be once a setting was changed. */
const claimsOf = ({ claims, settings }: SearchedToken): SearchedToken['claims'] => {
  const isNew = settings.some(({ item }) => item.$type === 'perpetualDistribution');
  return [...new Set([...claims, ...(isNew ? (['perpetual'] as const) : [])])];
};

/** Makes the change of a setting; none where nobody can change one. */
function changeOf({ shape, settings }: SearchedToken, { named }: Cast, few: TakeFew): readonly Decision[] {
  const able = settings.filter(({ names }) => names === undefined || named.includes(names));
  const weighted = [
    { weight: DIRECT_WEIGHT, items: able.filter(({ item }) => !isIndirect(item.$type)) },
    { weight: 1, items: able.filter(({ item }) => isIndirect(item.$type)) },
  ].filter(({ items }) => items.length > 0);
  if (weighted.length === 0) return [];
  const chosen = fc.oneof(
    ...weighted.map(({ weight, items }) => ({ weight, arbitrary: fc.constantFrom(...few(items)) })),
  );
  return [
    chosen.map(({ item }): WithoutActor => ({
      action: 'changeSetting',
      tokenPosition: shape.position,
      item,
    })),
  ];
}

const decisionOf = ({ shape }: SearchedToken, action: TokenAction, { others }: Cast): Decision =>
  detailsOf(others).map((details) => STEPS[action](shape.position, details));

const detailsOf = (others: Cast['others']): fc.Arbitrary<Details> =>
  fc.record({ other: others, amount: amounts, price: prices });

const alone = (decision: Decision, actors: Cast['actors']): fc.Arbitrary<StepChoice> =>
  fc.tuple(decision, actors).map(([step, by]): StepChoice => () => ({ ...step, by }));

/** Makes proposals to the groups that decide actions, and signatures of other members. */
function groupChoices(token: SearchedToken, cast: Cast, few: TakeFew): readonly fc.Arbitrary<StepChoice>[] {
  const { shape, members } = token;
  const positions = [...members].filter(([, able]) => able.length > 0).map(([position]) => position);
  if (positions.length === 0) return [];
  const proposed = isChangeable(token)
    ? allActions(token).map((action) => ({ action, groups: positions }))
    : entriesOf(shape.groups).map(([action, group]) => ({ action, groups: [group] }));
  const propose = [
    ...proposed.map(({ action, groups }) => ({ decision: decisionOf(token, action, cast), groups })),
    ...changeOf(token, cast, few).map((decision) => ({ decision, groups: positions })),
  ].flatMap(({ decision, groups }) => {
    const able = groups.flatMap((position) => (members.get(position) ?? []).map((by) => ({ by, position })));
    return able.length === 0 ? [] : [proposal(decision, able)];
  });
  if (propose.length === 0) return [];
  const all = [...new Set([...members.values()].flat())];
  const sign = fc.tuple(fc.constantFrom(...all), picks).map(([by, pick]): StepChoice => (scene) => {
    const pending = pickOf(scene.proposals, pick);
    return pending === undefined
      ? undefined
      : { ...pending.step, by, group: { ...pending.group, isSigning: true } };
  });
  return [...propose, sign];
}

/** Makes a proposal. @param able members with the positions of their groups */
const proposal = (
  decision: Decision,
  able: readonly { readonly by: ActorName; readonly position: number }[],
): fc.Arbitrary<StepChoice> =>
  fc.tuple(decision, fc.constantFrom(...able)).map(([step, { by, position }]): StepChoice => (scene) => ({
    ...step,
    by,
    group: { position, proposal: scene.newLabel('proposal'), isSigning: false },
  }));

const entriesOf = <Value>(
  record: Readonly<Partial<Record<TokenAction, Value>>>,
): readonly (readonly [TokenAction, Value])[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  Object.entries(record) as unknown as readonly (readonly [TokenAction, Value])[];
