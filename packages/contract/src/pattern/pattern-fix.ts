/** Maps the start of an error of a pattern to a fix. A backslash is written as in JSON: twice. */
const FIXES: readonly (readonly [error: string, fix: string])[] = [
  ['a class "[" is not closed', 'Close the class with "]", or write "\\\\[" for the character.'],
  ['a group "(" is not closed', 'Close the group with ")", or write "\\\\(" for the character.'],
  ['a ")" has no "("', 'Remove it, or write "\\\\)" for the character.'],
  ['"{" starts no repetition', 'Write "\\\\{" for the character, or a count such as {1,5}.'],
  ['a repetition has nothing', 'Write what to repeat before it, or "\\\\" before it for the character.'],
  ['the repetition', 'Write the lower count first.'],
  ['a range in a class goes', 'Swap the two ends of the range.'],
  ['a range in a class must', 'Write "\\\\-" for the character, or put it last in the class.'],
  ['look-around', 'Write the pattern without look-around.'],
  ['back-references', 'Write the repeated text out.'],
  ['compiled it takes', 'Lower the counts of the repetitions.'],
  ['it ends in a backslash', 'Write "\\\\\\\\" for a backslash.'],
  ['the escape', 'Remove the backslash: only some letters and digits have one.'],
  ['the Unicode class', 'Name a Unicode class, such as \\\\p{L}.'],
  ['two groups are named', 'Rename one of them.'],
];

/** Maps the start of an error of JavaScript, as V8 writes it, to a fix. A backslash is written as in JSON: twice. */
const JAVASCRIPT_FIXES: readonly (readonly [error: string, fix: string])[] = [
  ['Nothing to repeat', 'Remove the repetition behind "^", "$" or "\\\\b": these match no text to repeat.'],
  [
    'Lone quantifier brackets',
    'Write "\\\\{", "\\\\}" or "\\\\]" for the character, and [A-Za-z] for a class such as [:alpha:].',
  ],
  [
    'Invalid group',
    'Remove flags such as (?i), and write both cases, as in [aA]; write a named group as (?<name>…).',
  ],
  ['Incomplete quantifier', 'Write both counts, such as {0,5}.'],
  ['Invalid property name', 'Write a Unicode class as \\\\p{L} or \\\\p{Script=Greek}.'],
  ['the Unicode class', 'Write a Unicode class as \\\\p{L} or \\\\p{Script=Greek}.'],
  [
    'Invalid escape',
    'Write "^" for \\\\A, "$" for \\\\z, and other characters without a backslash, or by their code as \\\\u{41}.',
  ],
];

/** Finds a fix for an error of JavaScript; returns undefined if it depends on the pattern. */
export function findJavaScriptFix(error: string): string | undefined {
  return JAVASCRIPT_FIXES.find(([start]) => error.startsWith(start))?.[1];
}

/** Finds a fix for an error of the platform's engine; returns undefined if it depends on the pattern. */
export function findPatternFix(error: string): string | undefined {
  return FIXES.find(([start]) => error.startsWith(start))?.[1];
}
