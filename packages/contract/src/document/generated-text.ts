import { homographSafe, toLowerAscii } from '../text/homograph-safe.js';

const toUpperAscii = (text: string): string => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());

const capitalizeAscii = (text: string): string =>
  `${toUpperAscii(text.slice(0, 1))}${toLowerAscii(text.slice(1))}`;

/** Splits a text into words: at ASCII characters that are no letters or digits, and before capital letters that start a word. */
function splitWords(text: string): string[] {
  return text
    .split(/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/)
    .flatMap((part) => part.split(/(?<=[^A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/))
    .filter((word) => word !== '');
}

/**
 * Maps the functions of `generatedFrom` to what they compute. They change ASCII characters only.
 *
 * Source: `book/src/contract-keywords/generated-from.md` in dashpay/platform.
 */
export const TEXT_FUNCTIONS: ReadonlyMap<string, (text: string) => string> = new Map<
  string,
  (text: string) => string
>([
  ['sys.stringTransformations.lowercase', toLowerAscii],
  ['sys.stringTransformations.uppercase', toUpperAscii],
  ['sys.stringTransformations.capitalize', capitalizeAscii],
  [
    'sys.stringTransformations.camelCase',
    (text) =>
      splitWords(text)
        .map((word, at) => (at === 0 ? toLowerAscii(word) : capitalizeAscii(word)))
        .join(''),
  ],
  ['sys.stringTransformations.snakeCase', (text) => splitWords(text).map(toLowerAscii).join('_')],
  ['sys.stringTransformations.homographSafeASCII', homographSafe],
]);
