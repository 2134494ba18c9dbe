import { decodeUnsigned, decodingFaults } from '../model/decoding.js';
import { RULE_SETS, RULES, TOKEN_SHAPE } from '../model/token-shape.js';
import {
  booleanOf,
  excerpt,
  member,
  objectOf,
  textOf,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { reportDecoding } from './decoding-report.js';
import { changeRules, conventions, withToken } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const holds = ({ tokens }: { tokens: boolean }): boolean => tokens;
const MOST_SUPPLY = 2n ** 63n - 1n;
const MOST_DECIMALS = 16n;
const U8 = 0xffn;
const U16 = 0xffffn;
const U64 = 2n ** 64n - 1n;

interface Taker {
  readonly node: JsonNode;
  readonly isLate: boolean;
}

/** Every taker of the rules of a token that the platform compares with the groups. */
function takers(token: ObjectNode): Taker[] {
  const found = RULE_SETS.flatMap(([holder, name, isLate]) => {
    const rules = member(holder === undefined ? token : member(token, holder), name);
    return ['authorizedToMakeChange', 'adminActionTakers'].map((taker) => ({
      node: member(rules, taker),
      isLate,
    }));
  });
  const all = [{ node: member(token, 'mainControlGroupCanBeModified'), isLate: false }, ...found];
  return all.flatMap(({ node, isLate }) => (node === undefined ? [] : [{ node, isLate }]));
}

const isNoOne = (rules: JsonNode | undefined): boolean =>
  ['authorizedToMakeChange', 'adminActionTakers'].every(
    (taker) => rules === undefined || textOf(member(member(rules, taker), '$type')) === 'noOne',
  );

const withRules = (name: string, taker: object, members: object = {}) =>
  withToken({ [name]: changeRules({ ...taker }), ...members });

/** What holds for a token, its distribution apart. */
export const TOKEN_RULES: readonly RuleAbout<'token'>[] = [
  {
    code: 'token-shape',
    title: 'A token is malformed',
    about: 'token',
    verdict: 'network',
    official: OFFICIAL.protocol,
    holds,
    why: 'A token and the objects in it have `$formatVersion` "0" and the members of the official JSON of libraries from 4.0; unknown members are ignored.',
    mend: 'Correct the token.',
    wrong: withToken({ baseSupply: -1 }),
    right: withToken({ baseSupply: 1 }),
    check({ node }, report) {
      reportDecoding(node, TOKEN_SHAPE, report);
    },
  },
  {
    code: 'token-supply',
    title: 'The base supply of a token is too large',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenBaseSupplyError', code: 10251 },
    holds,
    why: 'The base supply is at most 2^63 - 1.',
    mend: 'Lower baseSupply.',
    wrong: withToken({ baseSupply: '9223372036854775808' }),
    right: withToken({ baseSupply: '9223372036854775807' }),
    check({ node }, report) {
      const supply = member(node, 'baseSupply');
      if ((decodeUnsigned(supply, U64, true) ?? 0n) > MOST_SUPPLY)
        report(supply, { message: `expected at most ${MOST_SUPPLY}, found ${excerpt(supply)}` });
    },
  },
  {
    code: 'token-max-supply',
    title: 'The maximum supply of a token is below its base supply',
    about: 'token',
    verdict: 'warning',
    holds,
    why: 'The network does not compare them: such a token starts above its maximum and can never be minted.',
    mend: 'Raise maxSupply, or lower baseSupply.',
    wrong: withToken({ baseSupply: 10, maxSupply: 5 }),
    right: withToken({ baseSupply: 5, maxSupply: 10 }),
    check({ node }, report) {
      const most = decodeUnsigned(member(node, 'maxSupply'), U64, true);
      const base = decodeUnsigned(member(node, 'baseSupply'), U64, true) ?? 0n;
      if (most !== undefined && most < base)
        report(member(node, 'maxSupply'), {
          message: `expected at least baseSupply (${base}), found ${most}`,
        });
    },
  },
  {
    code: 'token-decimals',
    title: 'A token has too many decimals',
    about: 'token',
    verdict: 'network',
    official: { name: 'DecimalsOverLimitError', code: 10271 },
    holds,
    why: `A token has at most ${MOST_DECIMALS} decimals.`,
    mend: 'Lower decimals.',
    wrong: withToken({ conventions: conventions({ decimals: 17 }) }),
    right: withToken({ conventions: conventions({ decimals: 16 }) }),
    check({ node }, report) {
      const decimals = member(member(node, 'conventions'), 'decimals');
      if ((decodeUnsigned(decimals, U8, false) ?? 0n) > MOST_DECIMALS)
        report(decimals, {
          message: `expected at most ${MOST_DECIMALS} decimals, found ${excerpt(decimals)}`,
        });
    },
  },
  {
    code: 'token-group-unknown',
    title: 'A token refers to a group that does not exist',
    about: 'token',
    verdict: 'network',
    official: { name: 'GroupPositionDoesNotExistError', code: 10350 },
    holds,
    why: 'The main control group and every group that may do something is a group of the contract. Before protocol 13 the rules on prices and trade are not looked at.',
    mend: 'Define the group, or correct its position.',
    wrong: withRules('freezeRules', { $type: 'group', position: 0 }),
    right: withRules('freezeRules', { $type: 'contractOwner' }),
    check(entry, report, { allTokenRulesReferToGroups }) {
      const token = objectOf(entry.node);
      if (token === undefined) return;
      const looked = takers(token).filter(({ isLate }) => allTokenRulesReferToGroups || !isLate);
      const groups = looked
        .filter(({ node }) => textOf(member(node, '$type')) === 'group')
        .map(({ node }) => member(node, 'position'));
      for (const node of [member(token, 'mainControlGroup'), ...groups]) {
        const position = decodeUnsigned(node, U16, false);
        if (position !== undefined && !entry.contract.groupPositions.has(position))
          report(node, {
            message: `expected a group of this contract, found position ${position}, where there is none`,
          });
      }
    },
  },
  {
    code: 'token-main-group-missing',
    title: 'A token leaves something to a main group that it does not have',
    about: 'token',
    verdict: 'network',
    official: { name: 'MainGroupIsNotDefinedError', code: 10357 },
    holds,
    why: 'Where "mainGroup" may do something, `mainControlGroup` says which group that is.',
    mend: 'Set mainControlGroup to the position of a group.',
    wrong: withRules('freezeRules', { $type: 'mainGroup' }),
    right: withRules('freezeRules', { $type: 'contractOwner' }),
    check(entry, report, { allTokenRulesReferToGroups }) {
      const token = objectOf(entry.node);
      const group = member(token, 'mainControlGroup');
      // One that is no position is reported as such.
      if (token === undefined || (group !== undefined && group.kind !== 'null')) return;
      const first = takers(token).find(
        ({ node, isLate }) =>
          (allTokenRulesReferToGroups || !isLate) && textOf(member(node, '$type')) === 'mainGroup',
      );
      if (first !== undefined)
        report(first.node, { message: 'expected a mainControlGroup beside "mainGroup", found none' });
    },
  },
  {
    code: 'token-destination-missing',
    title: 'Nobody says to whom new tokens go',
    about: 'token',
    verdict: 'network',
    official: { name: 'NewTokensDestinationIdentityOptionRequiredError', code: 10265 },
    holds,
    why: 'Without `newTokensDestinationIdentity`, and where a minter may not choose, the rules on choosing must be closed (noOne).',
    mend: 'Set newTokensDestinationIdentity, or let the minter choose.',
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
      const rules = member(node, 'distributionRules');
      const choosing = member(rules, 'mintingAllowChoosingDestinationRules');
      const destination = member(rules, 'newTokensDestinationIdentity');
      if (booleanOf(member(rules, 'mintingAllowChoosingDestination')) !== false) return;
      if ((destination !== undefined && destination.kind !== 'null') || isNoOne(choosing)) return;
      if (choosing !== undefined && decodingFaults(choosing, RULES).length > 0) return;
      report(rules, {
        message: 'expected newTokensDestinationIdentity, or a minter who may choose, found neither',
      });
    },
  },
];
