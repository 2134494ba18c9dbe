import { countCharacters } from '../source/characters.js';
import { utf8Bytes } from '../model/value-bytes.js';
import { LIMITS } from '../protocol/limits.js';
import type { Contract } from '../model/contract.js';
import { excerpt, itemsOf, member, textOf, type JsonNode } from '../source/json-node.js';
import { repeatedItems } from './keyword-shape.js';
import { contract } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

/** A character that names may not have: a control, or white space as Unicode has it. */
export const UNFIT_CHARACTER = /[\p{Cc}\p{White_Space}]/u;

const keywordsOf = (subject: Contract): JsonNode | undefined =>
  subject.tokensRead ? member(subject.root, 'keywords') : undefined;
const descriptionOf = (subject: Contract): JsonNode | undefined =>
  subject.tokensRead ? member(subject.root, 'description') : undefined;

const { least, most } = LIMITS.keywordBytes;
const isUsual = (length: number): boolean =>
  length >= LIMITS.description.least && length <= LIMITS.description.most;

/** What holds for the keywords and the description of a contract. */
export const KEYWORD_RULES: readonly RuleAbout<'contract'>[] = [
  {
    code: 'keywords-shape',
    title: 'The keywords are no list of text',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    holds: ({ tokens }) => tokens,
    why: 'The keywords of a contract are an array of text.',
    mend: 'Write an array of text.',
    wrong: contract({ keywords: 'note' }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      const keywords = keywordsOf(subject);
      if (keywords === undefined) return;
      if (keywords.kind !== 'array')
        report(keywords, { message: `expected keywords as an array of text, found ${excerpt(keywords)}` });
      for (const item of itemsOf(keywords))
        if (item.kind !== 'string')
          report(item, { message: `expected a keyword as text, found ${excerpt(item)}` });
    },
  },
  {
    code: 'keywords-count',
    title: 'There are too many keywords',
    about: 'contract',
    verdict: 'network',
    official: { name: 'TooManyKeywordsError', code: 10262 },
    holds: ({ tokens }) => tokens,
    why: `A contract has at most ${LIMITS.keywords} keywords; each costs a fee.`,
    mend: 'Remove keywords.',
    wrong: contract({ keywords: Array.from({ length: 51 }, (_, at) => `word${at}`) }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      const keywords = keywordsOf(subject);
      const count = itemsOf(keywords).length;
      if (count > LIMITS.keywords)
        report(keywords, { message: `expected at most ${LIMITS.keywords} keywords, found ${count}` });
    },
  },
  {
    code: 'keyword-length',
    title: 'A keyword is too short or too long',
    about: 'contract',
    verdict: 'network',
    official: { name: 'InvalidKeywordLengthError', code: 10270 },
    holds: ({ tokens }) => tokens,
    why: `A keyword has ${least} to ${most} bytes in UTF-8.`,
    mend: 'Write a longer or a shorter keyword.',
    wrong: contract({ keywords: ['ab'] }),
    right: contract({ keywords: ['abc'] }),
    check(subject, report) {
      for (const item of itemsOf(keywordsOf(subject))) {
        const text = textOf(item);
        const bytes = text === undefined ? least : utf8Bytes(text);
        if (bytes < least || bytes > most)
          report(item, { message: `expected ${least} to ${most} bytes, found ${bytes} in ${excerpt(item)}` });
      }
    },
  },
  {
    code: 'keyword-character',
    title: 'A keyword has white space or a control character',
    about: 'contract',
    verdict: 'network',
    official: { name: 'InvalidKeywordCharacterError', code: 10269 },
    holds: ({ tokens }) => tokens,
    why: 'A keyword is one word: no white space and no control characters.',
    mend: 'Split the keyword, or join it by "-".',
    wrong: contract({ keywords: ['my note'] }),
    right: contract({ keywords: ['my-note'] }),
    check(subject, report) {
      for (const item of itemsOf(keywordsOf(subject)))
        if (UNFIT_CHARACTER.test(textOf(item) ?? ''))
          report(item, { message: `expected no white space in a keyword, found ${excerpt(item)}` });
    },
  },
  {
    code: 'keyword-repeated',
    title: 'A keyword comes twice',
    about: 'contract',
    verdict: 'network',
    official: { name: 'DuplicateKeywordsError', code: 10263 },
    holds: ({ tokens }) => tokens,
    why: 'Keywords are different from each other. Case counts here, although they are stored in lower case.',
    mend: 'Remove the keyword.',
    wrong: contract({ keywords: ['note', 'note'] }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      for (const item of repeatedItems(keywordsOf(subject)))
        if (item.kind === 'string')
          report(item, { message: `expected a new keyword, found ${excerpt(item)} again` });
    },
  },
  {
    code: 'description-length',
    title: 'The description of the contract is too short or too long',
    about: 'contract',
    verdict: 'network',
    official: { name: 'InvalidDescriptionLengthError', code: 10264 },
    holds: ({ tokens }) => tokens,
    why: 'The description is null or has 3 to 100 bytes in UTF-8 when a contract is registered; 3 to 100 characters when it is updated.',
    mend: 'Write a longer or a shorter description.',
    wrong: contract({ description: 'ab' }),
    right: contract({ description: 'Notes' }),
    check(subject, report) {
      const description = descriptionOf(subject);
      if (description === undefined || description.kind === 'null') return;
      if (description.kind !== 'string') {
        report(description, {
          message: `expected the description as text, found ${excerpt(description)}`,
          official: OFFICIAL.protocol,
        });
        return;
      }
      const [unit, length] =
        subject.transition === 'create'
          ? (['bytes', utf8Bytes(description.value)] as const)
          : (['characters', countCharacters(description.value)] as const);
      if (!isUsual(length)) report(description, { message: `expected 3 to 100 ${unit}, found ${length}` });
    },
  },
  {
    code: 'description-characters',
    title: 'The description of the contract has less than 3 characters',
    about: 'contract',
    verdict: 'specification',
    holds: ({ tokens }) => tokens,
    why: 'The specification counts characters, the network bytes: "éa" has 2 characters and 3 bytes.',
    mend: 'Write a longer description.',
    wrong: contract({ description: 'éa' }),
    right: contract({ description: 'Été' }),
    check(subject, report) {
      const text = textOf(descriptionOf(subject));
      if (text === undefined || subject.transition !== 'create' || !isUsual(utf8Bytes(text))) return;
      const length = countCharacters(text);
      if (!isUsual(length))
        report(descriptionOf(subject), {
          message: `expected 3 to 100 characters, found ${length}; the network would let it pass`,
        });
    },
  },
];
