/** Writes `\\s` of ECMAScript as a class. */
export const WHITE_SPACE_CLASS = '[ \t\n\r\u000b\u000c\u2003\ufeff\u2029\u00a0]';

const CLASSES: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[A-Za-z0-9_]',
  W: '[^A-Za-z0-9_]',
  s: WHITE_SPACE_CLASS,
  S: `[^${WHITE_SPACE_CLASS.slice(1)}`,
};

/**
 * Converts a `pattern` as the platform's engine does before it compiles it: `\cA` becomes the control character, and
 * the shorthand classes become those of ECMAScript.
 *
 * Source: the `jsonschema` crate, `keywords/pattern.rs`, in the copy that dashpay/platform builds on.
 */
export function toRustPattern(pattern: string): string {
  const withControls = pattern.replace(/\\c([A-Za-z])/g, (_, letter: string) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) % 32),
  );
  return withControls.replace(/\\([\s\S])/g, (escape, symbol: string) => CLASSES[symbol] ?? escape);
}
