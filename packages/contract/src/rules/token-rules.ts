import { decodeUnsigned, findDecodingErrors, type Shape } from '../model/decoding.js';
import {
  CHANGE_RULE_SETS,
  CHANGE_RULES_SHAPE,
  EXTENDED_TOKEN_SHAPE,
  TOKEN_SHAPE,
} from '../model/token-shape.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { firstProtocolWith, capitalize, describeUntil } from '../protocol/protocol-versions.js';
import {
  getBoolean,
  getMember,
  asObject,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { reportDecoding } from './decoding-report.js';
import { changeRules, conventions, withToken } from './example.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { suggestName } from './suggest-name.js';
import { TOKEN_PLACES, TOKEN_NAMES, moveTo, MAX_DECIMALS } from './token-place.js';

const isActive = ({ tokens }: { tokens: boolean }): boolean => tokens;

const MAX_SUPPLY = 2n ** 63n - 1n;

const U8 = 0xffn;

const U16 = 0xffffn;

const U64 = 2n ** 64n - 1n;

interface Taker {
  readonly node: JsonNode;
  readonly isLate: boolean;
}

/** Lists the action takers of a token that the platform compares with the groups. */
function takers(token: ObjectNode): Taker[] {
  const found = CHANGE_RULE_SETS.flatMap(([container, name, isLate]) => {
    const rules = getMember(container === undefined ? token : getMember(token, container), name);
    return ['authorizedToMakeChange', 'adminActionTakers'].map((taker) => ({
      node: getMember(rules, taker),
      isLate,
    }));
  });
  const all = [{ node: getMember(token, 'mainControlGroupCanBeModified'), isLate: false }, ...found];
  return all.flatMap(({ node, isLate }) => (node === undefined ? [] : [{ node, isLate }]));
}

const isNoOne = (rules: JsonNode | undefined): boolean =>
  ['authorizedToMakeChange', 'adminActionTakers'].every(
    (taker) => rules === undefined || getText(getMember(getMember(rules, taker), '$type')) === 'noOne',
  );

/** Returns the shape of a token in a protocol version. */
const shapeOf = ({ extendedLanguage }: ProtocolRules): Shape =>
  extendedLanguage ? EXTENDED_TOKEN_SHAPE : TOKEN_SHAPE;

const withRules = (name: string, taker: object, members: object = {}) =>
  withToken({ [name]: changeRules({ ...taker }), ...members });

/** Lists the rules about a token, without its distribution. */
export const TOKEN_RULES: readonly Rule<'token'>[] = [
  {
    code: 'token-shape',
    title: 'A token is malformed',
    about: 'token',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    isActive,
    why: 'A token and the objects in it have `$formatVersion` "0" and the members of the official JSON of libraries from 4.0. Unknown members are ignored.',
    fix: `Write the members of the official JSON; a token has at least {"$formatVersion": "0", "conventions": ${JSON.stringify(conventions())}}.`,
    wrong: withToken({ baseSupply: -1 }),
    right: withToken({ baseSupply: 1 }),
    check({ node }, report, protocol) {
      reportDecoding(node, shapeOf(protocol), report);
    },
  },
  {
    code: 'token-member-unknown',
    title: 'A member of a token is unknown',
    about: 'token',
    severity: 'warning',
    isActive,
    why: 'The network ignores unknown members of a token. The names of a token and its `decimals` are in `conventions`, its supply is `baseSupply`.',
    fix: 'Correct the name, or remove the member.',
    wrong: withToken({ totalSupply: 1 }),
    right: withToken({ baseSupply: 1 }),
    check({ node }, report, protocol) {
      const shape = shapeOf(protocol);
      if (shape.kind !== 'record') return;
      const known = ['$formatVersion', ...Object.keys(shape.fields)];
      for (const [name, value] of asObject(node)?.members ?? []) {
        if (known.includes(name)) continue;
        const place = TOKEN_PLACES.get(name);
        const other = TOKEN_NAMES.get(name);
        report(value, {
          message: `unknown member "${truncate(name)}"`,
          note: 'the network ignores it',
          isAtName: true,
          ...(place === undefined
            ? other === undefined
              ? suggestName(name, known)
              : { suggestion: other }
            : moveTo(place, value)),
        });
      }
    },
  },
  {
    code: 'token-supply',
    title: 'The base supply of a token is too large',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenBaseSupplyError', code: 10251 },
    isActive,
    why: 'The base supply is at most 2^63 - 1.',
    fix: 'Lower baseSupply.',
    wrong: withToken({ baseSupply: '9223372036854775808' }),
    right: withToken({ baseSupply: '9223372036854775807' }),
    check({ node }, report) {
      const supply = getMember(node, 'baseSupply');
      if ((decodeUnsigned(supply, U64, true) ?? 0n) > MAX_SUPPLY)
        report(supply, { message: `baseSupply is ${excerpt(supply)}: the maximum is ${MAX_SUPPLY}` });
    },
  },
  {
    code: 'token-max-supply',
    title: 'The maximum supply of a token is below its base supply',
    about: 'token',
    severity: 'warning',
    isActive,
    why: 'The network does not compare them: the token starts above its maximum and can never be minted.',
    fix: 'Raise maxSupply, or lower baseSupply.',
    wrong: withToken({ baseSupply: 10, maxSupply: 5 }),
    right: withToken({ baseSupply: 5, maxSupply: 10 }),
    check({ node }, report) {
      const max = decodeUnsigned(getMember(node, 'maxSupply'), U64, true);
      const base = decodeUnsigned(getMember(node, 'baseSupply'), U64, true) ?? 0n;
      if (max !== undefined && max < base)
        report(getMember(node, 'maxSupply'), {
          message: `maxSupply ${max} is below baseSupply ${base}`,
        });
    },
  },
  {
    code: 'token-supply-unbounded',
    title: 'A token that can be minted has no maximum supply',
    about: 'token',
    severity: 'hint',
    isActive: ({ tokens, traps }) => tokens && traps.includes('unboundedSupply'),
    why: `Without \`maxSupply\` a mint can bring the supply above 2^63 - 1. ${capitalize(describeUntil('unboundedSupply'))} the network fails there: the mint never gets into a block, and the client waits in vain.`,
    fix: 'Add a maxSupply of at most 9223372036854775807.',
    wrong: withRules('manualMintingRules', { $type: 'contractOwner' }),
    right: withRules('manualMintingRules', { $type: 'contractOwner' }, { maxSupply: 1000 }),
    check({ node }, report) {
      const minting = getMember(node, 'manualMintingRules');
      const max = getMember(node, 'maxSupply');
      const isBounded = (decodeUnsigned(max, U64, true) ?? MAX_SUPPLY + 1n) <= MAX_SUPPLY;
      const taker = getText(getMember(getMember(minting, 'authorizedToMakeChange'), '$type'));
      if (minting === undefined || isBounded || taker === undefined || taker === 'noOne') return;
      report(max ?? minting, {
        message: `${max === undefined ? 'maxSupply is missing' : `maxSupply is ${excerpt(max)}`}: a mint above 2^63 - 1 never gets into a block`,
        isAtName: true,
      });
    },
  },
  {
    code: 'token-decimals',
    title: 'A token has too many decimals',
    about: 'token',
    severity: 'network',
    official: { name: 'DecimalsOverLimitError', code: 10271 },
    isActive,
    why: `A token has at most ${MAX_DECIMALS} decimals.`,
    fix: 'Lower decimals.',
    wrong: withToken({ conventions: conventions({ decimals: 17 }) }),
    right: withToken({ conventions: conventions({ decimals: 16 }) }),
    check({ node }, report) {
      const decimals = getMember(getMember(node, 'conventions'), 'decimals');
      if ((decodeUnsigned(decimals, U8, false) ?? 0n) > MAX_DECIMALS)
        report(decimals, {
          message: `decimals is ${excerpt(decimals)}: the maximum is ${MAX_DECIMALS}`,
        });
    },
  },
  {
    code: 'token-group-unknown',
    title: 'A token refers to a group that does not exist',
    about: 'token',
    severity: 'network',
    official: { name: 'GroupPositionDoesNotExistError', code: 10350 },
    isActive,
    why: `The main control group and every authorized group is a group of the contract. Before protocol ${firstProtocolWith('allTokenRulesReferToGroups')} the rules about prices and trade are not checked.`,
    fix: 'Define the group, or correct its position.',
    wrong: withRules('freezeRules', { $type: 'group', position: 0 }),
    right: withRules('freezeRules', { $type: 'contractOwner' }),
    check(entry, report, { allTokenRulesReferToGroups }) {
      const token = asObject(entry.node);
      if (token === undefined) return;
      const checked = takers(token).filter(({ isLate }) => allTokenRulesReferToGroups || !isLate);
      const groups = checked
        .filter(({ node }) => getText(getMember(node, '$type')) === 'group')
        .map(({ node }) => getMember(node, 'position'));
      for (const node of [getMember(token, 'mainControlGroup'), ...groups]) {
        const position = decodeUnsigned(node, U16, false);
        if (position !== undefined && !entry.contract.groupPositions.has(position))
          report(node, {
            message: `the contract has no group at position ${position}`,
          });
      }
    },
  },
  {
    code: 'token-main-group-missing',
    title: 'A token uses a main control group that is not set',
    about: 'token',
    severity: 'network',
    official: { name: 'MainGroupIsNotDefinedError', code: 10357 },
    isActive,
    why: '`mainControlGroup` is the position of the group that "mainGroup" stands for.',
    fix: 'Set mainControlGroup to the position of a group.',
    wrong: withRules('freezeRules', { $type: 'mainGroup' }),
    right: withRules('freezeRules', { $type: 'contractOwner' }),
    check(entry, report, { allTokenRulesReferToGroups }) {
      const token = asObject(entry.node);
      const group = getMember(token, 'mainControlGroup');
      // Another rule reports a value that is no position.
      if (token === undefined || (group !== undefined && group.kind !== 'null')) return;
      const first = takers(token).find(
        ({ node, isLate }) =>
          (allTokenRulesReferToGroups || !isLate) && getText(getMember(node, '$type')) === 'mainGroup',
      );
      if (first !== undefined)
        report(first.node, { message: 'mainControlGroup is missing: "mainGroup" requires it' });
    },
  },
  {
    code: 'token-destination-missing',
    title: 'The destination of new tokens is not set',
    about: 'token',
    severity: 'network',
    official: { name: 'NewTokensDestinationIdentityOptionRequiredError', code: 10265 },
    isActive,
    why: 'Without `newTokensDestinationIdentity`, and if a minter cannot choose the destination, the rules about choosing must be closed (noOne).',
    fix: 'Set newTokensDestinationIdentity, or let the minter choose.',
    wrong: withToken({
      distributionRules: {
        $formatVersion: '0',
        mintingAllowChoosingDestination: false,
        mintingAllowChoosingDestinationRules: changeRules({ $type: 'contractOwner' }),
      },
    }),
    right: withToken({
      distributionRules: { $formatVersion: '0', mintingAllowChoosingDestination: false },
    }),
    check({ node }, report) {
      const rules = getMember(node, 'distributionRules');
      const choosing = getMember(rules, 'mintingAllowChoosingDestinationRules');
      const destination = getMember(rules, 'newTokensDestinationIdentity');
      if (getBoolean(getMember(rules, 'mintingAllowChoosingDestination')) !== false) return;
      if ((destination !== undefined && destination.kind !== 'null') || isNoOne(choosing)) return;
      if (choosing !== undefined && findDecodingErrors(choosing, CHANGE_RULES_SHAPE, true).length > 0) return;
      report(rules, {
        message: 'newTokensDestinationIdentity is missing, and minters cannot choose the destination',
      });
    },
  },
];
