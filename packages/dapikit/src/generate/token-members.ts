import type { TokenAction } from '@dapikit/client';
import type { ContractToken, TokensAndGroups } from './contract-tokens.js';
import { typeScriptOf } from './typescript-value.js';

/** The types of `@dapikit/client` with the methods of actions. */
const ABILITIES: Readonly<Record<TokenAction, string>> = {
  mint: 'Mintable',
  burn: 'Burnable',
  freeze: 'Freezable',
  unfreeze: 'Unfreezable',
  destroyFrozen: 'Destroyable',
  pause: 'Pausable',
  resume: 'Pausable',
  setPrice: 'Priceable',
};

/** Types of `@dapikit/client` that tokens and groups may need. */
export const TOKEN_TYPES: readonly string[] = [
  ...new Set(Object.values(ABILITIES)),
  'MintableTo',
  'Buyable',
  'Claimable',
  'ContractGroup',
  'InGroup',
  'Token',
];

/** Writes the members of a client's interface for tokens and groups; none where the contract has none. */
export function tokenInterface({ tokens, groups }: TokensAndGroups): readonly string[] {
  return [
    ...(tokens.length === 0
      ? []
      : [
          '  /** Tokens of the contract, with what its rules allow. */',
          '  readonly $tokens: {',
          ...tokens.map((token) => `    readonly ${token.name}: ${typeOf(token)};`),
          '  };',
        ]),
    ...(groups.length === 0
      ? []
      : [
          '  /** Groups of the contract by position. */',
          '  readonly $groups: {',
          ...groups.map((position) => `    readonly ${position}: ContractGroup;`),
          '  };',
        ]),
  ];
}

/** Writes the members of the client itself. @param client name of its interface */
export function tokenMembers(client: string, { tokens, groups }: TokensAndGroups): readonly string[] {
  return [
    ...(tokens.length === 0
      ? []
      : [
          '    $tokens: {',
          ...tokens.map(
            (token) =>
              `      ${token.name}: client.token<${client}['$tokens']['${token.name}']>(${typeScriptOf(token.shape, '      ')}),`,
          ),
          '    },',
        ]),
    ...(groups.length === 0
      ? []
      : [
          '    $groups: {',
          ...groups.map((position) => `      ${position}: client.group(${position}),`),
          '    },',
        ]),
  ];
}

function typeOf({ shape, alone, claims, hasDestination }: ContractToken): string {
  const inGroup = abilities(Object.keys(shape.groups), hasDestination);
  const isSold = alone.includes('setPrice') || shape.groups.setPrice !== undefined;
  return [
    'Token',
    ...abilities(alone, hasDestination),
    ...(isSold ? ['Buyable'] : []),
    ...(claims.length === 0 ? [] : [`Claimable<${claims.map((kind) => `'${kind}'`).join(' | ')}>`]),
    ...(inGroup.length === 0 ? [] : [`InGroup<${inGroup.join(' & ')}>`]),
  ].join(' & ');
}

function abilities(actions: readonly string[], hasDestination: boolean): readonly string[] {
  const names = Object.entries(ABILITIES).flatMap(([action, ability]) =>
    actions.includes(action) ? [ability] : [],
  );
  return [...new Set(names)].map((name) => (name === 'Mintable' && !hasDestination ? 'MintableTo' : name));
}
