import { pathToFileURL } from 'node:url';

/** Lists the npm commands that run the program where a shell may not find it: in a clone of the repository. */
const NPM_EVENTS: ReadonlySet<string | undefined> = new Set(['npx', 'start']);

/**
 * Returns how a shell calls the program: by npx where npx or `npm start` called it, or where it is in the node_modules of the
 * project around the working folder.
 *
 * @param moduleUrl URL of a module of the program
 * @param cwd absolute path of the working folder
 * @param npmEvent `npm_lifecycle_event` of the environment
 */
export function programName(moduleUrl: string, cwd: string, npmEvent: string | undefined): string {
  const [project, ...inModules] = moduleUrl.split('/node_modules/');
  const isLocal = inModules.length > 0 && pathToFileURL(`${cwd}/`).href.startsWith(`${project}/`);
  return isLocal || NPM_EVENTS.has(npmEvent) ? 'npx dapikit' : 'dapikit';
}

/** Defines the program as a shell calls it. */
export const PROGRAM = programName(import.meta.url, process.cwd(), process.env['npm_lifecycle_event']);

const PLAIN_WORD = /^[\w./@%+=:,-]+$/;

/** Quotes an argument for a shell: in single quotes where it has more than letters, digits and a few signs. */
export function quoted(argument: string): string {
  return PLAIN_WORD.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
