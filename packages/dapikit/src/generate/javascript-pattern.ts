const QUANTIFIER = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`;
const CLASS = String.raw`\[\^?(?:[A-Za-z0-9](?:-[A-Za-z0-9])?|[ _,.:;@#%])+-?\]`;
/** Matches one part of a pattern that means the same in Rust and, with the flag `u`, in JavaScript: letters, digits, simple classes, groups, anchors. */
const PARTS = new RegExp(
  String.raw`^(?:(?:[A-Za-z0-9 _,:;@#%'"<>=!-]|\\[.^$*+?()[\]{}|\\]|${CLASS}|\((?:\?:|(?!\?))|\)|\|)(?:${QUANTIFIER})?|[$^])*$`,
  'u',
);

/**
 * Returns a pattern of a contested index, which the network reads as one of Rust, as the same pattern of JavaScript.
 * @returns `undefined` where JavaScript may read it in another way.
 */
export function javaScriptPattern(pattern: string): string | undefined {
  if (!PARTS.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u').source;
  } catch {
    return undefined;
  }
}
