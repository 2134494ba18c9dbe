import type { ContractEntry } from '../model/contract-entry.js';
import { decodeInteger, decodingFaults } from '../model/decoding.js';
import { utf8Bytes } from '../model/value-bytes.js';
import { RULE_SETS, TOKEN_SHAPE } from '../model/token-shape.js';
import {
  booleanOf,
  excerpt,
  member,
  objectOf,
  textOf,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { changeRules, conventions, localized, withToken } from './example.js';
import { UNFIT_CHARACTER } from './keyword-rules.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const holds = ({ tokens }: { tokens: boolean }): boolean => tokens;
const MOST_SUPPLY = 2n ** 63n - 1n;
const MOST_DECIMALS = 16n;
const LANGUAGE =
  /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2}|\p{Nd}{3})?(?:-[A-Za-z0-9]{4,8})*(?:-[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?$/u;

/** The token, when it can be decoded; what cannot is reported by a rule of its own. */
export function decodedToken({ node }: ContractEntry): ObjectNode | undefined {
  return decodingFaults(node, TOKEN_SHAPE).length === 0 ? objectOf(node) : undefined;
}

const localizations = (entry: ContractEntry): JsonNode[] => [
  ...(objectOf(member(member(decodedToken(entry), 'conventions'), 'localizations'))?.members.values() ?? []),
];

/** The texts of a localization and how many bytes each may have. */
function texts(
  node: JsonNode,
): { node: JsonNode; what: string; text: string; most: number; least: number }[] {
  const forms = ['singularForm', 'pluralForm'].flatMap((what) => {
    const form = member(node, what);
    return form?.kind === 'string' ? [{ node: form, what, text: form.value, least: 3, most: 25 }] : [];
  });
  return [...forms, { node, what: 'language', text: String(node.key), least: 2, most: 12 }];
}

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
      for (const fault of decodingFaults(node, TOKEN_SHAPE)) report(fault.node, { message: fault.message });
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
    check(entry, report) {
      const supply = member(decodedToken(entry), 'baseSupply');
      if ((decodeInteger(supply, true) ?? 0n) > MOST_SUPPLY)
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
    check(entry, report) {
      const token = decodedToken(entry);
      const most = decodeInteger(member(token, 'maxSupply'), true);
      const base = decodeInteger(member(token, 'baseSupply'), true) ?? 0n;
      if (most !== undefined && most < base)
        report(member(token, 'maxSupply'), {
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
    check(entry, report) {
      const decimals = member(member(decodedToken(entry), 'conventions'), 'decimals');
      if ((decodeInteger(decimals, false) ?? 0n) > MOST_DECIMALS)
        report(decimals, {
          message: `expected at most ${MOST_DECIMALS} decimals, found ${excerpt(decimals)}`,
        });
    },
  },
  {
    code: 'token-english-missing',
    title: 'A token has no English name',
    about: 'token',
    verdict: 'network',
    official: { name: 'MissingDefaultLocalizationError', code: 10258 },
    holds,
    why: 'A token is named in English at least: `localizations` has "en".',
    mend: 'Add a localization "en".',
    wrong: withToken({ conventions: conventions({ localizations: {} }) }),
    right: withToken(),
    check(entry, report) {
      const names = member(decodedToken(entry), 'conventions');
      if (names !== undefined && member(member(names, 'localizations'), 'en') === undefined)
        report(member(names, 'localizations') ?? names, {
          message: 'expected a localization "en", found none',
        });
    },
  },
  {
    code: 'token-name-character',
    title: 'A name of a token has white space or a control character',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenNameCharacterError', code: 10266 },
    holds,
    why: 'The forms of a name and the language codes have no white space and no control characters.',
    mend: 'Write one word.',
    wrong: withToken({ conventions: conventions(localized({ singularForm: 'my coin' })) }),
    right: withToken({ conventions: conventions(localized({ singularForm: 'mycoin' })) }),
    check(entry, report) {
      for (const { node, what, text } of localizations(entry).flatMap(texts))
        if (UNFIT_CHARACTER.test(text))
          report(node, { message: `expected no white space in ${what}, found ${JSON.stringify(text)}` });
    },
  },
  {
    code: 'token-name-length',
    title: 'A name of a token is too short or too long',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenNameLengthError', code: 10267 },
    holds,
    why: 'The forms of a name have 3 to 25 bytes in UTF-8, language codes 2 to 12.',
    mend: 'Write a longer or a shorter name.',
    wrong: withToken({ conventions: conventions(localized({ singularForm: 'ab' })) }),
    right: withToken({ conventions: conventions(localized({ singularForm: 'abc' })) }),
    check(entry, report) {
      for (const { node, what, text, least, most } of localizations(entry).flatMap(texts)) {
        const bytes = utf8Bytes(text);
        if (bytes < least || bytes > most)
          report(node, { message: `expected ${least} to ${most} bytes in ${what}, found ${bytes}` });
      }
    },
  },
  {
    code: 'token-language',
    title: 'A language code is malformed',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenLanguageCodeError', code: 10268 },
    holds,
    why: 'A language code is two or three letters, and may go on with script, region and so on: "en", "en-US", "zh-Hant-TW". A region of digits follows without a hyphen: "en419".',
    mend: 'Correct the language code.',
    wrong: withToken({ conventions: conventions(localized({}, 'en_US')) }),
    right: withToken({ conventions: conventions(localized({}, 'en-US')) }),
    check(entry, report) {
      for (const node of localizations(entry)) {
        const code = String(node.key);
        const bytes = utf8Bytes(code);
        if (bytes >= 2 && bytes <= 12 && !UNFIT_CHARACTER.test(code) && !LANGUAGE.test(code))
          report(node, { message: `expected a language code, found ${JSON.stringify(code)}`, atName: true });
      }
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
      const token = decodedToken(entry);
      if (token === undefined) return;
      const looked = takers(token).filter(({ isLate }) => allTokenRulesReferToGroups || !isLate);
      const groups = looked
        .filter(({ node }) => textOf(member(node, '$type')) === 'group')
        .map(({ node }) => member(node, 'position'));
      for (const node of [member(token, 'mainControlGroup'), ...groups]) {
        const position = decodeInteger(node, false);
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
      const token = decodedToken(entry);
      if (token === undefined || decodeInteger(member(token, 'mainControlGroup'), false) !== undefined)
        return;
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
    check(entry, report) {
      const rules = member(decodedToken(entry), 'distributionRules');
      const destination = member(rules, 'newTokensDestinationIdentity');
      if (booleanOf(member(rules, 'mintingAllowChoosingDestination')) !== false) return;
      if (
        (destination !== undefined && destination.kind !== 'null') ||
        isNoOne(member(rules, 'mintingAllowChoosingDestinationRules'))
      )
        return;
      report(rules, {
        message: 'expected newTokensDestinationIdentity, or a minter who may choose, found neither',
      });
    },
  },
];
