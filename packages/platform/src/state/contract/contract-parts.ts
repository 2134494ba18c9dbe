import { TOKEN_RULES, type TokenSubject } from '@dapikit/protocol';

/** Describes a reference of a contract to an identity. */
export interface IdentityReference {
  readonly identityId: string;
  /** Purpose of the reference, in the words of the network. */
  readonly role: string;
  /** True if it must be one of a user, and not of a masternode. */
  readonly isUser: boolean;
}

/** Describes a token as a contract defines it, as far as the state is concerned. */
export interface TokenPart {
  readonly position: number;
  readonly baseSupply: bigint;
  readonly startAsPaused: boolean;
  /** False for a token of format 1 that nobody gives to somebody else. */
  readonly isTransferable: boolean;
  /** Recipient of new tokens; the owner of the contract when absent. */
  readonly recipientId: string | undefined;
  /** In the order in which the network checks them. */
  readonly identities: readonly IdentityReference[];
  /** The first of its distributions that are fixed beforehand, in milliseconds. */
  readonly firstDistribution: number | undefined;
}

/** Describes a group of identities as a contract defines it. */
export interface GroupPart {
  readonly position: number;
  readonly memberIds: readonly string[];
}

/** Returns the keywords and the description of a contract. @param text the official JSON of an accepted contract. */
export function contractSearchTerms(text: string): {
  readonly keywords: readonly string[];
  readonly description: string | undefined;
} {
  const contract: unknown = JSON.parse(text);
  if (member(contract, '$formatVersion') === '0') return { keywords: [], description: undefined };
  const keywords = member(contract, 'keywords');
  return {
    keywords: Array.isArray(keywords) ? keywords.flatMap((keyword: unknown) => textOf(keyword) ?? []) : [],
    description: textOf(member(contract, 'description')),
  };
}

/** Returns the groups and tokens of a contract by position. @param text the official JSON of an accepted contract. */
export function contractParts(text: string): {
  readonly groups: readonly GroupPart[];
  readonly tokens: readonly TokenPart[];
} {
  const contract: unknown = JSON.parse(text);
  if (member(contract, '$formatVersion') === '0') return { groups: [], tokens: [] };
  return {
    groups: entries(member(contract, 'groups')).map(([position, group]) => ({
      position,
      memberIds: Object.keys(membersOf(member(group, 'members'))).toSorted(),
    })),
    tokens: entries(member(contract, 'tokens')).map(([position, token]) => tokenPart(position, token)),
  };
}

/** Lists the subjects of rules for changes, in the order of the network. Source: `all_change_control_rules` in `packages/rs-dpp` of dashpay/platform. */
const CHECKED = [
  'maxSupply',
  'conventions',
  'newTokensDestinationIdentity',
  'mintingAllowChoosingDestination',
  'perpetualDistribution',
  'manualMinting',
  'manualBurning',
  'freeze',
  'unfreeze',
  'destroyFrozenFunds',
  'emergencyAction',
] as const satisfies readonly TokenSubject[];

function tokenPart(position: number, token: unknown): TokenPart {
  const rules = member(token, 'distributionRules');
  const recipientId = textOf(member(rules, 'newTokensDestinationIdentity'));
  const perpetual = member(member(rules, 'perpetualDistribution'), 'distributionRecipient');
  const distributions = Object.entries(
    membersOf(member(member(rules, 'preProgrammedDistribution'), 'distributions')),
  );
  const times = distributions.map(([time]) => Number(time));
  return {
    position,
    baseSupply: integerOf(member(token, 'baseSupply')),
    isTransferable: !(isFormat1(token) && member(token, 'transferable') === false),
    startAsPaused: member(token, 'startAsPaused') === true,
    recipientId,
    firstDistribution: times.length === 0 ? undefined : Math.min(...times),
    identities: [
      ...CHECKED.flatMap((subject) => {
        const [holder, name] = TOKEN_RULES[subject];
        const set = member(holder === undefined ? token : member(token, holder), name);
        const taker = member(set, 'authorizedToMakeChange');
        return referenceTo(textOf(member(taker, 'identity')), name, true);
      }),
      ...referenceTo(recipientId, 'newTokensDestinationIdentity', false),
      ...referenceTo(textOf(member(perpetual, 'identity')), 'recipient of the perpetual distribution', false),
      ...distributions.flatMap(([, shares]) =>
        Object.keys(membersOf(shares)).flatMap((id) =>
          referenceTo(id, 'recipient of a distribution that is fixed beforehand', false),
        ),
      ),
    ],
  };
}

/** Returns an identity that may be left out. */
const referenceTo = (identityId: string | undefined, role: string, isUser: boolean): IdentityReference[] =>
  identityId === undefined ? [] : [{ identityId, role, isUser }];

/** Returns a number, or decimal text where a number would not be exact; 0 when absent. */
export const integerOf = (value: unknown): bigint =>
  typeof value === 'number' || typeof value === 'string' ? BigInt(value) : 0n;

/** Returns the members of an object; none of another value. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Returns a member of an object; `undefined` where it is missing or null. */
export function member(value: unknown, name: string): unknown {
  const members = membersOf(value);
  return Object.hasOwn(members, name) ? (members[name] ?? undefined) : undefined;
}

/** Returns whether a part of a contract is of format 1. */
export const isFormat1 = (value: unknown): boolean => member(value, '$formatVersion') === '1';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns the entries of a map by position. */
const entries = (map: unknown): [number, unknown][] =>
  Object.entries(membersOf(map))
    .map(([position, value]): [number, unknown] => [Number(position), value])
    .toSorted(([a], [b]) => a - b);
