/** How a person here calls the program: by npx where they did so, as in a clone of the repository. */
export const PROGRAM = process.env['npm_lifecycle_event'] === 'npx' ? 'npx dapikit' : 'dapikit';

const PLAIN_WORD = /^[\w./@%+=:,-]+$/;

/** An argument as a shell takes it: in single quotes where it holds more than letters, digits and a few signs. */
export function quoted(argument: string): string {
  return PLAIN_WORD.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
