/** How a fault of a pattern begins, and what to do about it. A backslash is written as JSON has it: twice. */
const MENDS: readonly (readonly [fault: string, mend: string])[] = [
  ['a class "[" is not closed', 'Close the class with "]", or write "\\\\[" for the character.'],
  ['a group "(" is not closed', 'Close the group with ")", or write "\\\\(" for the character.'],
  ['a ")" has no "("', 'Remove it, or write "\\\\)" for the character.'],
  ['"{" starts no repetition', 'Write "\\\\{" for the character, or a count such as {1,5}.'],
  [
    'a repetition has nothing',
    'Put what is repeated before it, or write "\\\\" before it for the character.',
  ],
  ['the repetition', 'Write the lower count first.'],
  ['a range in a class goes', 'Exchange the two ends of the range.'],
  ['a range in a class must', 'Write "\\\\-" for the character, or put it last in the class.'],
  ['look-around', 'Write the pattern without look-around.'],
  ['back-references', 'Write out what is to come again.'],
  ['compiled it takes', 'Lower the counts of the repetitions.'],
  ['it ends in a backslash', 'Write "\\\\\\\\" for a backslash.'],
  ['the escape', 'Remove the backslash: only letters and digits of a meaning have one.'],
  ['the Unicode class', 'Name a class that Unicode has, such as \\\\p{L}.'],
  ['two groups are named', 'Rename one of them.'],
];

/** What to do about a fault that the engine of the platform found; nothing where only the pattern can tell. */
export function patternMend(fault: string): string | undefined {
  return MENDS.find(([start]) => fault.startsWith(start))?.[1];
}
