/** Returns a message with a capital letter at the start. */
export function capitalize(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** Returns a message as a sentence: with a capital letter and a full stop. */
export const toSentence = (message: string): string =>
  `${capitalize(message)}${/[.!?…]$/.test(message) ? '' : '.'}`;
