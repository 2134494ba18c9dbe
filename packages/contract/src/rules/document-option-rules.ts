import { BOOLEAN_OPTIONS, HISTORY_OPTIONS, INTEGER_OPTIONS } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import { countCharacters } from '../text/count-characters.js';
import { describeLater, firstProtocolWith, describeSince } from '../protocol/protocol-versions.js';
import { getInteger, getMember, getText, type JsonNode } from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import { note } from './example.js';
import { KEYWORD_SHAPES } from '../schema/keyword-shape.js';
import { readAsChoice, readAsFlag, replaceBy } from './single-reading.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';

const characters = (item: JsonNode): number => (item.kind === 'string' ? countCharacters(item.value) : 0);

const SWITCHES = [...BOOLEAN_OPTIONS, ...HISTORY_OPTIONS];
const BASIC_SWITCHES: ReadonlySet<string> = new Set(BOOLEAN_OPTIONS);
const CHOICES = Object.entries(INTEGER_OPTIONS);

/** Returns whether a value says that anyone may create documents: false, where the other choices restrict that. */
const isWithoutRestriction = (name: string, value: JsonNode): boolean =>
  name === 'creationRestrictionMode' && value.kind === 'boolean' && !value.value;

/** Lists the rules about the options of a document type. */
export const DOCUMENT_OPTION_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'document-type-switch',
    title: 'A flag of a document type is not true or false',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `\`documentsKeepHistory\`, \`documentsMutable\` and \`canBeDeleted\`, ${describeSince('recordsTrades')} also \`keepsTransferHistory\`, \`keepsPurchaseHistory\` and \`keepsPricingHistory\`, are true or false. null is not the same as an omitted flag.`,
    fix: 'Write true or false, or omit the flag to get its default.',
    wrong: note({ documentsMutable: 'no' }),
    right: note({ documentsMutable: false }),
    check({ node }, report, { documentTypeKeywords, consumedDocuments }) {
      for (const name of SWITCHES) {
        const value = getMember(node, name);
        if (value === undefined || value.kind === 'boolean') continue;
        if (consumedDocuments && name === 'canBeDeleted' && getText(value) === 'onlyWhenConsumed') continue;
        if (BASIC_SWITCHES.has(name) || documentTypeKeywords?.has(name) === true)
          report(value, {
            message: `expected true or false for ${name}, found ${excerpt(value)}`,
            ...(name === 'canBeDeleted' && getText(value) === 'onlyWhenConsumed'
              ? { note: describeLater(firstProtocolWith('consumedDocuments')) }
              : readAsFlag(value)),
          });
      }
    },
  },
  {
    code: 'document-type-choice',
    title: 'An option of a document type has an unknown value',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`transferable`, `tradeMode`, `creationRestrictionMode`, the key requirements and `signatureSecurityLevelRequirement` are integers with a fixed set of values.',
    fix: 'Choose one of the values, or omit the option to get its default.',
    wrong: note({ transferable: 2 }),
    right: note({ transferable: 1 }),
    check({ node }, report) {
      for (const [name, meanings] of CHOICES) {
        const value = getMember(node, name);
        if (value === undefined) continue;
        const choice = getInteger(value);
        if (choice !== undefined && meanings[Number(choice)] !== undefined) continue;
        const choices = meanings.flatMap((meaning, at) =>
          meaning === undefined ? [] : [`${at} (${meaning})`],
        );
        report(value, {
          message: `unknown ${name} ${excerpt(value)}: it must be ${choices.join(', ')}`,
          ...(isWithoutRestriction(name, value) ? replaceBy(value, 0) : readAsChoice(value, meanings)),
        });
      }
    },
  },
  {
    code: 'document-type-keywords-list',
    title: 'The keywords of a document type are malformed',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive: ({ closedDocumentTypes }) => !closedDocumentTypes,
    why: `Until protocol ${firstProtocolWith('closedDocumentTypes') - 1} a document type can have up to ${LIMITS.documentTypeKeywords} different keywords of 3 to 50 characters.`,
    fix: 'Correct the list, or remove it.',
    wrong: note({ keywords: ['ab'] }),
    right: note({ keywords: ['abc'] }),
    check({ node }, report) {
      const list = getMember(node, 'keywords');
      if (list === undefined) return;
      const fits =
        list.kind === 'array' &&
        KEYWORD_SHAPES.textSet.fits(list) &&
        list.items.length <= LIMITS.documentTypeKeywords &&
        list.items.every((item) => characters(item) >= 3 && characters(item) <= 50);
      if (!fits)
        report(list, {
          message: `malformed keywords: expected up to ${LIMITS.documentTypeKeywords} different texts of 3 to 50 characters, found ${excerpt(list)}`,
        });
    },
  },
];
