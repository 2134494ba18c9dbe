const CLONE_EVENTS: readonly (string | undefined)[] = ['npx', 'start'];

/** Defines the program as it was called: by npx or `npm start` in a clone of the repository. */
export const PROGRAM = CLONE_EVENTS.includes(process.env['npm_lifecycle_event']) ? 'npx dapikit' : 'dapikit';

const PLAIN_WORD = /^[\w./@%+=:,-]+$/;

/** Quotes an argument for a shell: in single quotes where it has more than letters, digits and a few signs. */
export function quoted(argument: string): string {
  return PLAIN_WORD.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
