import { countCharacters } from '../text/count-characters.js';
import { countUtf8Bytes } from '../model/value-bytes.js';
import { LIMITS } from '../protocol/limits.js';
import type { Contract } from '../model/contract.js';
import { getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import { findRepeatedItems } from '../schema/keyword-shape.js';
import { contract } from './example.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { readTrimmed, removeMember } from './single-reading.js';

/** Matches characters that names cannot have: control characters and Unicode white space. */
export const INVALID_NAME_CHARACTER = /[\p{Cc}\p{White_Space}]/u;

/** Returns whether a text is one word: it has letters, and no white space or control character. */
export const isWord = (text: string): boolean => text !== '' && !INVALID_NAME_CHARACTER.test(text);

const keywordsOf = (subject: Contract): JsonNode | undefined =>
  subject.readsTokens ? getMember(subject.root, 'keywords') : undefined;
const descriptionOf = (subject: Contract): JsonNode | undefined =>
  subject.readsTokens ? getMember(subject.root, 'description') : undefined;

const { min, max } = LIMITS.keywordBytes;
const isUsual = (length: number): boolean =>
  length >= LIMITS.description.min && length <= LIMITS.description.max;

/** Lists the rules about the keywords and the description of a contract. */
export const KEYWORD_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'keywords-shape',
    title: 'The keywords are not a list of text',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    isActive: ({ tokens }) => tokens,
    why: 'The keywords of a contract are an array of text.',
    fix: 'Write an array of text.',
    wrong: contract({ keywords: 'note' }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      const keywords = keywordsOf(subject);
      if (keywords === undefined) return;
      if (keywords.kind !== 'array')
        report(keywords, { message: `expected an array of text for keywords, found ${excerpt(keywords)}` });
      for (const item of getItems(keywords))
        if (item.kind !== 'string')
          report(item, { message: `expected text for a keyword, found ${excerpt(item)}` });
    },
  },
  {
    code: 'keywords-count',
    title: 'There are too many keywords',
    about: 'contract',
    severity: 'network',
    official: { name: 'TooManyKeywordsError', code: 10262 },
    isActive: ({ tokens }) => tokens,
    why: `A contract has at most ${LIMITS.keywords} keywords; each costs a fee.`,
    fix: 'Remove keywords.',
    wrong: contract({ keywords: Array.from({ length: 51 }, (_, at) => `word${at}`) }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      const keywords = keywordsOf(subject);
      const count = getItems(keywords).length;
      if (count > LIMITS.keywords)
        report(keywords, { message: `${count} keywords: the maximum is ${LIMITS.keywords}` });
    },
  },
  {
    code: 'keyword-length',
    title: 'A keyword is too short or too long',
    about: 'contract',
    severity: 'network',
    official: { name: 'InvalidKeywordLengthError', code: 10270 },
    isActive: ({ tokens }) => tokens,
    why: `A keyword has ${min} to ${max} bytes in UTF-8.`,
    fix: 'Write a longer or a shorter keyword.',
    wrong: contract({ keywords: ['ab'] }),
    right: contract({ keywords: ['abc'] }),
    check(subject, report) {
      for (const item of getItems(keywordsOf(subject))) {
        const text = getText(item);
        const bytes = text === undefined ? min : countUtf8Bytes(text);
        if (bytes < min || bytes > max)
          report(item, { message: `${excerpt(item)} has ${bytes} bytes: a keyword has ${min} to ${max}` });
      }
    },
  },
  {
    code: 'keyword-character',
    title: 'A keyword has white space or a control character',
    about: 'contract',
    severity: 'network',
    official: { name: 'InvalidKeywordCharacterError', code: 10269 },
    isActive: ({ tokens }) => tokens,
    why: 'A keyword is one word, without white space and control characters.',
    fix: 'Split the keyword, or join it by "-".',
    wrong: contract({ keywords: ['my note'] }),
    right: contract({ keywords: ['my-note'] }),
    check(subject, report) {
      for (const item of getItems(keywordsOf(subject)))
        if (INVALID_NAME_CHARACTER.test(getText(item) ?? ''))
          report(item, {
            message: `white space or a control character in keyword ${excerpt(item)}`,
            ...readTrimmed(item, isWord),
          });
    },
  },
  {
    code: 'keyword-repeated',
    title: 'A keyword is repeated',
    about: 'contract',
    severity: 'network',
    official: { name: 'DuplicateKeywordsError', code: 10263 },
    isActive: ({ tokens }) => tokens,
    why: 'Keywords are different. The comparison is case-sensitive, although they are stored in lower case.',
    fix: 'Remove the keyword.',
    wrong: contract({ keywords: ['note', 'note'] }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      for (const item of findRepeatedItems(keywordsOf(subject)))
        if (item.kind === 'string')
          report(item, { message: `keyword ${excerpt(item)} is repeated`, ...removeMember(item) });
    },
  },
  {
    code: 'description-length',
    title: 'The description of the contract is too short or too long',
    about: 'contract',
    severity: 'network',
    official: { name: 'InvalidDescriptionLengthError', code: 10264 },
    isActive: ({ tokens }) => tokens,
    why: 'The description is null or has 3 to 100 bytes in UTF-8 when a contract is registered; 3 to 100 characters when it is updated.',
    fix: 'Write a longer or a shorter description.',
    wrong: contract({ description: 'ab' }),
    right: contract({ description: 'Notes' }),
    check(subject, report) {
      const description = descriptionOf(subject);
      if (description === undefined || description.kind === 'null') return;
      if (description.kind !== 'string') {
        report(description, {
          message: `expected text for the description, found ${excerpt(description)}`,
          official: OFFICIAL_ERRORS.protocol,
        });
        return;
      }
      const [unit, length] =
        subject.transition === 'create'
          ? (['bytes', countUtf8Bytes(description.value)] as const)
          : (['characters', countCharacters(description.value)] as const);
      if (!isUsual(length))
        report(description, { message: `the description has ${length} ${unit}: it must have 3 to 100` });
    },
  },
  {
    code: 'description-characters',
    title: 'The description of the contract has fewer than 3 characters',
    about: 'contract',
    severity: 'specification',
    isActive: ({ tokens }) => tokens,
    why: 'The specification counts characters, the network counts bytes: "éa" has 2 characters and 3 bytes.',
    fix: 'Write a longer description.',
    wrong: contract({ description: 'éa' }),
    right: contract({ description: 'Été' }),
    check(subject, report) {
      const text = getText(descriptionOf(subject));
      if (text === undefined || subject.transition !== 'create' || !isUsual(countUtf8Bytes(text))) return;
      const length = countCharacters(text);
      if (!isUsual(length))
        report(descriptionOf(subject), {
          message: `the description has ${length} characters: it must have 3 to 100; the network accepts it`,
        });
    },
  },
];
