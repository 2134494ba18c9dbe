import { nearestNames } from '@dapikit/contract';
import { environmentName } from './setting-option.js';
import { serveSettings } from './settings-table.js';

/** Lists the variables that are not settings of `dapikit serve`: that of its file, and those of other commands. */
const OTHER_VARIABLES: readonly string[] = [
  'DAPIKIT_CONFIG',
  'DAPIKIT_URL',
  'DAPIKIT_API_KEY',
  'DAPIKIT_ALLOW_REMOTE_CONTROLS',
  'DAPIKIT_NODE_PASSWORD',
];

const FLAGS = Object.values(serveSettings).map(({ flag }) => flag);
const KNOWN: ReadonlySet<string> = new Set([...FLAGS.map(environmentName), ...OTHER_VARIABLES]);

/** Describes the variables that start with `DAPIKIT_` and that no command reads, each with the name that was probably meant. */
export function describeUnknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const unknown = Object.keys(env).filter((name) => name.startsWith('DAPIKIT_') && !KNOWN.has(name));
  return unknown.map((name) => {
    // The prefix that all have makes any two similar.
    const flag = name.slice(environmentName('').length).toLowerCase().replaceAll('_', '-');
    const alike = nearestNames(flag, FLAGS).map(environmentName);
    return `unknown variable ${name}${alike.length === 0 ? '' : `; did you mean ${alike.join(' or ')}?`}`;
  });
}
