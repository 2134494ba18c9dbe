import { stringify } from 'lossless-json';
import type { AttackRoom } from '../room/attack-room.js';
import { ACTORS, type ActorName, type ExecutedStep, type TokenStep } from '../step/step.js';
import type { Expectation } from './expectation.js';
import { firstPath, type Stage } from './first-path.js';

/** Describes what somebody can do with a token, with the steps that showed it. */
export interface TokenSurprise {
  readonly message: string;
  /** Member of the token. */
  readonly member: string;
  readonly steps: readonly ExecutedStep[];
}

/** Describes an expectation that holders have of a token and that its rules do not meet. */
export interface TokenExpectation extends Pick<Expectation, 'code' | 'severity' | 'title' | 'why' | 'fix'> {
  /** Executes steps that would show a surprise. It starts from a platform without documents. */
  examine(room: AttackRoom, tokenPosition: number): Promise<TokenSurprise | undefined>;
}

/** More than people need, and less than the network allows. */
const UNBOUNDED_AMOUNT = 1_000_000_000_000n;

/** Largest amount that the network lets somebody mint. */
const MAX_MINT_AMOUNT = 2n ** 63n - 1n;

/** Those who act against alice. Who may do one thing is not always who may do the next. */
const OTHERS = ACTORS.filter((actor) => actor !== 'alice');

const tokensTaken: TokenExpectation = {
  code: 'token-taken',
  severity: 'warning',
  title: 'Somebody can take the tokens of others',
  why: 'An identity that may freeze and destroy tokens can take those of each holder, one by one. Holders learn of it when it has happened.',
  fix: 'Let nobody destroy frozen tokens: set "authorizedToMakeChange" and "adminActionTakers" of "destroyFrozenFundsRules" to { "$type": "noOne" }, or let a group decide.',
  async examine(room, tokenPosition) {
    const gift = await firstPath(room, [gifts('alice', tokenPosition)]);
    if (gift === undefined) return undefined;
    const given = gift.flatMap(({ step }) => ('tokenPosition' in step ? [step] : []));
    const steps = await firstPath(room, [
      [given],
      OTHERS.map((by) => [{ action: 'freeze', by, tokenPosition, of: 'alice' }]),
      OTHERS.map((by) => [{ action: 'destroyFrozen', by, tokenPosition, of: 'alice' }]),
    ]);
    return (
      steps && {
        message: `${namesOf(steps.slice(given.length))} can freeze and destroy what others have of token ${tokenPosition}`,
        member: 'destroyFrozenFundsRules',
        steps,
      }
    );
  },
};

const supplyUnlimited: TokenExpectation = {
  code: 'token-supply-unlimited',
  severity: 'hint',
  title: 'Somebody can mint any amount of a token',
  why: 'Without a "maxSupply" that stays, who mints decides alone how much the tokens of others are worth.',
  fix: 'Set "maxSupply", and let nobody change it: set "authorizedToMakeChange" and "adminActionTakers" of "maxSupplyChangeRules" to { "$type": "noOne" }.',
  async examine(room, tokenPosition) {
    const { baseSupply, maxSupply } = room.tokenAt(tokenPosition);
    const isBounded = maxSupply !== undefined && maxSupply !== null;
    // One more than the registered contract allows shows that it bounds nobody.
    const rest = amountOf(maxSupply) - amountOf(baseSupply);
    const beyond = rest < 0n ? 1n : rest + 1n;
    const amount = isBounded ? beyond : UNBOUNDED_AMOUNT;
    // Nobody mints beyond what the network allows of all tokens.
    if (amount > MAX_MINT_AMOUNT) return undefined;
    const steps = await firstPath(room, [
      ...(isBounded ? [liftings(tokenPosition)] : []),
      mints(OTHERS, tokenPosition, amount),
    ]);
    return (
      steps && {
        message: isBounded
          ? `${namesOf(steps)} can lift the "maxSupply" of token ${tokenPosition} and mint any amount`
          : `${namesOf(steps)} can mint any amount of token ${tokenPosition}`,
        member: isBounded ? 'maxSupplyChangeRules' : 'maxSupply',
        steps,
      }
    );
  },
};

const mintingChanges: TokenExpectation = {
  code: 'token-minter-changes',
  severity: 'hint',
  title: 'Somebody can let others mint a token',
  why: 'An identity in "adminActionTakers" of "manualMintingRules" names the identity that mints, also where nobody mints by the registered contract.',
  fix: 'Set "adminActionTakers" of "manualMintingRules" to { "$type": "noOne" } if who mints is to stay as it is.',
  async examine(room, tokenPosition) {
    const value = { $type: 'identity', identity: room.idOf('alice') };
    const item = { $type: 'manualMinting', value };
    const steps = await firstPath(room, [
      OTHERS.map((by) => [{ action: 'changeSetting', by, tokenPosition, item }]),
      mints(['alice'], tokenPosition, 1n),
    ]);
    return (
      steps && {
        message: `${namesOf(steps.slice(0, 1))} can let anybody mint token ${tokenPosition}`,
        member: 'manualMintingRules',
        steps,
      }
    );
  },
};

/** Lists what holders may not expect of a token. */
export const TOKEN_EXPECTATIONS: readonly TokenExpectation[] = [tokensTaken, supplyUnlimited, mintingChanges];

/** Reads an amount of the official JSON; 0 where there is none. */
const amountOf = (value: unknown): bigint =>
  BigInt(typeof value === 'string' ? value : (stringify(value ?? 0) ?? 0));

/** Names those who act in steps, each once. */
function namesOf(steps: readonly ExecutedStep[]): string {
  const actors = new Set(steps.flatMap(({ step }) => ('by' in step ? [step.by] : [])));
  const names = [...actors].map((actor) => (actor === 'owner' ? 'the owner of the contract' : actor));
  return names.length === 1 ? names.join() : `${names.join(' and ')} together`;
}

/** Lists how somebody mints: for himself, and for the identity that the contract names for new tokens. */
const mints = (actors: readonly ActorName[], tokenPosition: number, amount: bigint): Stage =>
  actors.flatMap((by): readonly (readonly TokenStep[])[] => [
    [{ action: 'mint', by, tokenPosition, to: by, amount }],
    [{ action: 'mint', by, tokenPosition, amount }],
  ]);

/** Lists how somebody gives an identity a token: sent, minted, or minted for another one who sends it. */
const gifts = (to: ActorName, tokenPosition: number): Stage => [
  ...ACTORS.flatMap((by): readonly (readonly TokenStep[])[] => [
    [{ action: 'sendTokens', by, tokenPosition, to, amount: 1n }],
    [{ action: 'mint', by, tokenPosition, to, amount: 1n }],
  ]),
  ...ACTORS.flatMap((by) =>
    OTHERS.map((holder): readonly TokenStep[] => [
      { action: 'mint', by, tokenPosition, amount: 1n },
      { action: 'sendTokens', by: holder, tokenPosition, to, amount: 1n },
    ]),
  ),
];

/** Lists how somebody removes the limit of the supply: at once, or after he let the owner of the contract do it. */
const liftings = (tokenPosition: number): Stage => {
  const lift = { action: 'changeSetting', tokenPosition, item: { $type: 'maxSupply', value: null } } as const;
  const item = { $type: 'maxSupplyControlGroup', value: { $type: 'contractOwner' } };
  return [
    ...OTHERS.map((by) => [{ ...lift, by }]),
    ...OTHERS.map((by): readonly TokenStep[] => [
      { action: 'changeSetting', tokenPosition, by, item },
      { ...lift, by: 'owner' },
    ]),
  ];
};
