/** Matches an identifier at the start, such as `maxLength` or `getBlockHash`. */
const IDENTIFIER_FIRST = /^[a-z]+[A-Z]/;

/** Returns a message with a capital letter at the start, unless it starts with an identifier, whose case matters. */
export function capitalize(message: string): string {
  return IDENTIFIER_FIRST.test(message) ? message : message.charAt(0).toUpperCase() + message.slice(1);
}

/** Returns a message as a sentence: with a capital letter and a full stop. */
export const toSentence = (message: string): string =>
  `${capitalize(message)}${/[.!?…]$/.test(message) ? '' : '.'}`;
