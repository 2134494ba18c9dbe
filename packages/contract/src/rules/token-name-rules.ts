import type { ContractEntry } from '../model/contract-entry.js';
import { utf8Bytes } from '../model/value-bytes.js';
import { member, objectOf, type JsonNode } from '../source/json-node.js';
import { conventions, localized, withToken } from './example.js';
import { UNFIT_CHARACTER } from './keyword-rules.js';
import type { RuleAbout } from './rule.js';

const holds = ({ tokens }: { tokens: boolean }): boolean => tokens;
const LANGUAGE =
  /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2}|\p{Nd}{3})?(?:-[A-Za-z0-9]{4,8})*(?:-[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?$/u;

const localizations = ({ node }: ContractEntry): JsonNode[] => [
  ...(objectOf(member(member(node, 'conventions'), 'localizations'))?.members.values() ?? []),
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

/** What holds for the names of a token. */
export const TOKEN_NAME_RULES: readonly RuleAbout<'token'>[] = [
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
    check({ node }, report) {
      const names = objectOf(member(node, 'conventions'));
      const translations = member(names, 'localizations');
      // What has none of these members is of another dialect, which is reported as a whole.
      const isKnown = ['$formatVersion', 'localizations', 'decimals'].some(
        (name) => names?.members.has(name) === true,
      );
      if (!isKnown || (translations !== undefined && translations.kind !== 'object')) return;
      if (member(translations, 'en') === undefined)
        report(translations ?? names, { message: 'expected a localization "en", found none' });
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
];
