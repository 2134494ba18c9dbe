/** A message as a title: with a capital letter. */
export function capital(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** A message as a sentence: with a capital letter and a point. */
export const sentence = (message: string): string =>
  `${capital(message)}${/[.!?…]$/.test(message) ? '' : '.'}`;
