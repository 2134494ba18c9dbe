import type { TokenAction, TokenShape } from '@dapikit/client';
import { toPascalCase } from '@dapikit/contract';
import type { TokenSubject } from '@dapikit/protocol';
import { parseExactly } from '../platform/exact-json.js';
import { membersOf, type Members } from '../platform/members.js';
import { tokenRulesIn } from '../platform/token-rules-in.js';

/** A token of a contract as its client has it. */
export interface ContractToken {
  /** Name in the client, such as `gold`. */
  readonly name: string;
  readonly shape: TokenShape;
  /** Actions that one identity decides alone. */
  readonly alone: readonly TokenAction[];
  /** Takers that may do these now: `contractOwner`, or an identity in base58. */
  readonly takers: Readonly<Partial<Record<TokenAction, string>>>;
  /** Kinds of distributions. */
  readonly claims: readonly ('perpetual' | 'preProgrammed')[];
  /** True if the contract says who gets minted tokens. */
  readonly hasDestination: boolean;
}

/** Tokens and groups of a contract. */
export interface TokensAndGroups {
  readonly tokens: readonly ContractToken[];
  /** Positions of the groups. */
  readonly groups: readonly number[];
}

/** Maps actions to the subjects of the rules that decide who may do them. */
const SUBJECTS: Readonly<Record<TokenAction, TokenSubject>> = {
  mint: 'manualMinting',
  burn: 'manualBurning',
  freeze: 'freeze',
  unfreeze: 'unfreeze',
  destroyFrozen: 'destroyFrozenFunds',
  pause: 'emergencyAction',
  resume: 'emergencyAction',
  setPrice: 'directPurchasePricing',
};
/** Members of the distribution rules, with the kinds of claims. */
const DISTRIBUTIONS = [
  ['perpetualDistribution', 'perpetual'],
  ['preProgrammedDistribution', 'preProgrammed'],
] as const;

/** Reads the tokens and groups of a contract that the network accepts. @param contract JSON text */
export function tokensOf(contract: string): TokensAndGroups {
  const root = membersOf(parseExactly(contract));
  const taken = new Set<string>();
  const tokens = Object.entries(membersOf(root['tokens'])).map(([position, token]) =>
    describeToken(Number(position), membersOf(token), taken),
  );
  return {
    tokens: tokens.toSorted((a, b) => a.shape.position - b.shape.position),
    groups: Object.keys(membersOf(root['groups'])).map(Number),
  };
}

function describeToken(position: number, token: Members, taken: Set<string>): ContractToken {
  const distribution = membersOf(token['distributionRules']);
  const groups: Partial<Record<TokenAction, number>> = {};
  const alone: TokenAction[] = [];
  const takers: Partial<Record<TokenAction, string>> = {};
  for (const action of CLIENT_ACTIONS) {
    const rules = tokenRulesIn(token, SUBJECTS[action]);
    const taker = membersOf(rules['authorizedToMakeChange']);
    const kind = taker['$type'];
    const group = kind === 'mainGroup' ? token['mainControlGroup'] : taker['position'];
    if ((kind === 'group' || kind === 'mainGroup') && typeof group === 'number') groups[action] = group;
    // Who may change the rules may let somebody act later.
    else if (kind !== 'noOne' || membersOf(rules['adminActionTakers'])['$type'] !== 'noOne')
      alone.push(action);
    if (kind === 'contractOwner') takers[action] = kind;
    if (kind === 'identity' && typeof taker['identity'] === 'string') takers[action] = taker['identity'];
  }
  return {
    name: nameOf(position, token, taken),
    shape: { position, groups },
    alone,
    takers,
    hasDestination: typeof distribution['newTokensDestinationIdentity'] === 'string',
    claims: DISTRIBUTIONS.flatMap(([member, kind]) =>
      Object.keys(membersOf(distribution[member])).length === 0 ? [] : [kind],
    ),
  };
}

/** Actions in the order of the client. */
const CLIENT_ACTIONS = [
  'mint',
  'burn',
  'freeze',
  'unfreeze',
  'destroyFrozen',
  'pause',
  'resume',
  'setPrice',
] as const satisfies readonly TokenAction[];

/** Returns the English name of a token; that of its position where it has none, or another token has it. */
function nameOf(position: number, token: Members, taken: Set<string>): string {
  const { en } = membersOf(membersOf(token['conventions'])['localizations']);
  const { singularForm } = membersOf(en);
  const words = typeof singularForm === 'string' ? toPascalCase(singularForm) : '';
  const name = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  const isUsable = /^[A-Za-z]\w*$/.test(name) && !taken.has(name);
  let chosen = isUsable ? name : `token${position}`;
  while (taken.has(chosen)) chosen += '_';
  taken.add(chosen);
  return chosen;
}
