import { BOOLEAN_OPTIONS, HISTORY_OPTIONS, INTEGER_OPTIONS } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import { countCharacters } from '../source/characters.js';
import { excerpt, integerOf, member, type JsonNode } from '../source/json-node.js';
import { note } from './example.js';
import { SHAPES } from './keyword-shape.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const characters = (item: JsonNode): number => (item.kind === 'string' ? countCharacters(item.value) : 0);

/** What holds for the options of a document type. */
export const DOCUMENT_OPTION_RULES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'document-type-switch',
    title: 'A switch of a document type is not true or false',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`documentsKeepHistory`, `documentsMutable` and `canBeDeleted`, from protocol 13 also `keepsTransferHistory`, `keepsPurchaseHistory` and `keepsPricingHistory`, are true or false; null is not absent.',
    mend: 'Write true or false, or leave the option out to get its default.',
    wrong: note({ documentsMutable: 'no' }),
    right: note({ documentsMutable: false }),
    check({ node }, report, { documentTypeKeywords }) {
      const known = HISTORY_OPTIONS.filter((name) => documentTypeKeywords?.has(name) === true);
      for (const name of [...BOOLEAN_OPTIONS, ...known]) {
        const value = member(node, name);
        if (value !== undefined && value.kind !== 'boolean')
          report(value, { message: `expected ${name} as true or false, found ${excerpt(value)}` });
      }
    },
  },
  {
    code: 'document-type-choice',
    title: 'An option of a document type has an unknown value',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`transferable`, `tradeMode`, `creationRestrictionMode`, the key requirements and `signatureSecurityLevelRequirement` are integers, each with a meaning.',
    mend: 'Choose one of the values, or leave the option out to get its default.',
    wrong: note({ transferable: 2 }),
    right: note({ transferable: 1 }),
    check({ node }, report) {
      for (const [name, meanings] of Object.entries(INTEGER_OPTIONS)) {
        const value = member(node, name);
        const choice = integerOf(value);
        if (value === undefined || (choice !== undefined && meanings[Number(choice)] !== undefined)) continue;
        const choices = meanings.flatMap((meaning, at) =>
          meaning === undefined ? [] : [`${at} (${meaning})`],
        );
        report(value, { message: `expected ${name} as ${choices.join(', ')}, found ${excerpt(value)}` });
      }
    },
  },
  {
    code: 'document-type-keywords-list',
    title: 'The keywords of a document type are malformed',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    holds: ({ documentTypeKeywords }) => documentTypeKeywords === undefined,
    why: `Until protocol 11 a document type may have up to ${LIMITS.documentTypeKeywords} keywords of 3 to 50 characters, without repetitions.`,
    mend: 'Correct the list, or remove it.',
    wrong: note({ keywords: ['ab'] }),
    right: note({ keywords: ['abc'] }),
    check({ node }, report) {
      const list = member(node, 'keywords');
      if (list === undefined) return;
      const fits =
        list.kind === 'array' &&
        SHAPES.textSet.fits(list) &&
        list.items.length <= LIMITS.documentTypeKeywords &&
        list.items.every((item) => characters(item) >= 3 && characters(item) <= 50);
      if (!fits)
        report(list, {
          message: `expected up to ${LIMITS.documentTypeKeywords} different texts of 3 to 50 characters, found ${excerpt(list)}`,
        });
    },
  },
];
