import type { ContractEntry } from '../model/contract-entry.js';
import { countUtf8Bytes } from '../model/value-bytes.js';
import { getMember, asObject, type JsonNode } from '../source/json-node.js';
import { conventions, localized, withToken } from './example.js';
import { INVALID_NAME_CHARACTER, isWord } from './keyword-rules.js';
import type { Rule } from './rule.js';
import { readTrimmed } from './single-reading.js';

const isActive = ({ tokens }: { tokens: boolean }): boolean => tokens;
const LANGUAGE =
  /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2}|\p{Nd}{3})?(?:-[A-Za-z0-9]{4,8})*(?:-[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?$/u;

const localizations = ({ node }: ContractEntry): JsonNode[] => [
  ...(asObject(getMember(getMember(node, 'conventions'), 'localizations'))?.members.values() ?? []),
];

/** Lists the texts of a localization with their minimum and maximum in bytes. */
function texts(node: JsonNode): { node: JsonNode; what: string; text: string; max: number; min: number }[] {
  const forms = ['singularForm', 'pluralForm'].flatMap((what) => {
    const form = getMember(node, what);
    return form?.kind === 'string' ? [{ node: form, what, text: form.value, min: 3, max: 25 }] : [];
  });
  return [...forms, { node, what: 'language', text: String(node.key), min: 2, max: 12 }];
}

/** Lists the rules about the names of a token. */
export const TOKEN_NAME_RULES: readonly Rule<'token'>[] = [
  {
    code: 'token-english-missing',
    title: 'A token has no English name',
    about: 'token',
    severity: 'network',
    official: { name: 'MissingDefaultLocalizationError', code: 10258 },
    isActive,
    why: 'A token has at least an English name: `localizations` has "en".',
    fix: 'Add a localization "en".',
    wrong: withToken({ conventions: conventions({ localizations: {} }) }),
    right: withToken(),
    check({ node }, report) {
      const names = asObject(getMember(node, 'conventions'));
      const translations = getMember(names, 'localizations');
      // Another rule reports an object without any of these members, such as one of an older format.
      const isKnown = ['$formatVersion', 'localizations', 'decimals'].some(
        (name) => names?.members.has(name) === true,
      );
      if (!isKnown || (translations !== undefined && translations.kind !== 'object')) return;
      if (getMember(translations, 'en') === undefined)
        report(translations ?? names, { message: 'localization "en" is missing' });
    },
  },
  {
    code: 'token-name-character',
    title: 'A name of a token has white space or a control character',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenNameCharacterError', code: 10266 },
    isActive,
    why: 'Names and language codes have no white space and no control characters.',
    fix: 'Write one word.',
    wrong: withToken({ conventions: conventions(localized({ singularForm: 'my coin' })) }),
    right: withToken({ conventions: conventions(localized({ singularForm: 'mycoin' })) }),
    check(entry, report) {
      for (const { node, what, text } of localizations(entry).flatMap(texts))
        if (INVALID_NAME_CHARACTER.test(text))
          report(node, {
            message: `white space or a control character in ${what} ${JSON.stringify(text)}`,
            ...readTrimmed(node, isWord),
          });
    },
  },
  {
    code: 'token-name-length',
    title: 'A name of a token is too short or too long',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenNameLengthError', code: 10267 },
    isActive,
    why: 'Names have 3 to 25 bytes in UTF-8, language codes 2 to 12.',
    fix: 'Write a longer or a shorter name.',
    wrong: withToken({ conventions: conventions(localized({ singularForm: 'ab' })) }),
    right: withToken({ conventions: conventions(localized({ singularForm: 'abc' })) }),
    check(entry, report) {
      for (const { node, what, text, min, max } of localizations(entry).flatMap(texts)) {
        const bytes = countUtf8Bytes(text);
        if (bytes < min || bytes > max)
          report(node, { message: `${what} has ${bytes} bytes: it must have ${min} to ${max}` });
      }
    },
  },
  {
    code: 'token-language',
    title: 'A language code is malformed',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenLanguageCodeError', code: 10268 },
    isActive,
    why: 'A language code is two or three letters, optionally with script, region and so on: "en", "en-US", "zh-Hant-TW". A region of digits follows without a hyphen: "en419".',
    fix: 'Correct the language code.',
    wrong: withToken({ conventions: conventions(localized({}, 'en_US')) }),
    right: withToken({ conventions: conventions(localized({}, 'en-US')) }),
    check(entry, report) {
      for (const node of localizations(entry)) {
        const code = String(node.key);
        const bytes = countUtf8Bytes(code);
        if (bytes >= 2 && bytes <= 12 && !INVALID_NAME_CHARACTER.test(code) && !LANGUAGE.test(code))
          report(node, {
            message: `invalid language code ${JSON.stringify(code)}`,
            isAtName: true,
          });
      }
    },
  },
];
