import type { AttackRoom } from '../room/attack-room.js';
import { ACTORS, type ActorName, type ExecutedStep, type Step, type TokenStep } from '../step/step.js';
import type { Expectation } from './expectation.js';

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
const MANY = 1_000_000_000_000n;

const tokensTaken: TokenExpectation = {
  code: 'token-taken',
  severity: 'warning',
  title: 'Somebody can take the tokens of others',
  why: 'Who may freeze and destroy tokens can end what each holder has, one by one. Holders learn of it when it has happened.',
  fix: 'Let nobody destroy frozen tokens: set "authorizedToMakeChange" and "adminActionTakers" of "destroyFrozenFundsRules" to { "$type": "noOne" }, or let a group decide.',
  async examine(room, tokenPosition) {
    const given = await giftTo('alice', room, tokenPosition);
    if (given === undefined) return undefined;
    const found = await firstOf(room, (by) => [
      given,
      { action: 'freeze', by, tokenPosition, of: 'alice' },
      { action: 'destroyFrozen', by, tokenPosition, of: 'alice' },
    ]);
    return (
      found && {
        message: `${nameOf(found.by)} can freeze and destroy what others have of token ${tokenPosition}`,
        member: 'destroyFrozenFundsRules',
        steps: found.steps,
      }
    );
  },
};

const supplyUnlimited: TokenExpectation = {
  code: 'token-supply-unlimited',
  severity: 'hint',
  title: 'Somebody can mint any amount of a token',
  why: 'Without "maxSupply", who mints decides alone how much the tokens of others are worth.',
  fix: 'Set "maxSupply", and close "maxSupplyChangeRules".',
  async examine(room, tokenPosition) {
    const found = await firstOf(room, (by) => [
      { action: 'mint', by, tokenPosition, to: by, amount: MANY },
      { action: 'mint', by, tokenPosition, to: by, amount: MANY },
    ]);
    return (
      found && {
        message: `${nameOf(found.by)} can mint any amount of token ${tokenPosition}`,
        member: 'maxSupply',
        steps: found.steps,
      }
    );
  },
};

const mintingChanges: TokenExpectation = {
  code: 'token-minter-changes',
  severity: 'hint',
  title: 'Somebody can let others mint a token',
  why: 'Who is in "adminActionTakers" of "manualMintingRules" names the identity that mints, also where nobody mints by the registered contract.',
  fix: 'Set "adminActionTakers" of "manualMintingRules" to { "$type": "noOne" } if who mints is to stay as it is.',
  async examine(room, tokenPosition) {
    const value = { $type: 'identity', identity: room.idOf('alice') };
    const found = await firstOf(room, (by) => [
      { action: 'changeSetting', by, tokenPosition, item: { $type: 'manualMinting', value } },
      { action: 'mint', by: 'alice', tokenPosition, to: 'alice', amount: 1n },
    ]);
    return (
      found && {
        message: `${nameOf(found.by)} can let anybody mint token ${tokenPosition}`,
        member: 'manualMintingRules',
        steps: found.steps,
      }
    );
  },
};

/** Lists what holders may not expect of a token. */
export const TOKEN_EXPECTATIONS: readonly TokenExpectation[] = [tokensTaken, supplyUnlimited, mintingChanges];

const nameOf = (actor: ActorName): string => (actor === 'owner' ? 'the owner of the contract' : actor);

/** Returns the first step that gives an identity a token, where there is one. */
async function giftTo(
  to: ActorName,
  room: AttackRoom,
  tokenPosition: number,
): Promise<TokenStep | undefined> {
  for (const by of ACTORS)
    for (const action of ['sendTokens', 'mint'] as const) {
      const step = { action, by, tokenPosition, to, amount: 1n };
      if ((await accepted(room, [step])) !== undefined) return step;
    }
  return undefined;
}

/** Finds the first identity other than alice whose steps are all accepted. */
async function firstOf(
  room: AttackRoom,
  stepsOf: (by: ActorName) => readonly Step[],
): Promise<{ readonly by: ActorName; readonly steps: readonly ExecutedStep[] } | undefined> {
  for (const by of ACTORS.filter((actor) => actor !== 'alice')) {
    const steps = await accepted(room, stepsOf(by));
    if (steps !== undefined) return { by, steps };
  }
  return undefined;
}

/** Executes steps in a branch; returns nothing where one is rejected. */
const accepted = async (
  room: AttackRoom,
  steps: readonly Step[],
): Promise<readonly ExecutedStep[] | undefined> =>
  room.branch(async () => {
    for (const step of steps) if (!(await room.perform(step)).accepted) return undefined;
    return room.steps;
  });
