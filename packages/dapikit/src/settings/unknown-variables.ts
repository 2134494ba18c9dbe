import { nearestNames } from '@dapikit/contract';
import type { NodeSettings } from './node-settings.js';
import { environmentName } from './setting-option.js';
import { serveSettings } from './settings-table.js';

/** Lists the variables that are not settings of `dapikit serve`: that of its file, and those of other commands. */
const OTHER_VARIABLES: readonly string[] = [
  'DAPIKIT_CONFIG',
  'DAPIKIT_URL',
  'DAPIKIT_API_KEY',
  'DAPIKIT_ALLOW_REMOTE_CONTROLS',
  'DAPIKIT_NODE',
  'DAPIKIT_NODE_PASSWORD',
  'DAPIKIT_MAX_CHECKPOINT_AGE',
];

const FLAGS = Object.values(serveSettings).map(({ flag }) => flag);
const KNOWN: ReadonlySet<string> = new Set([...FLAGS.map(environmentName), ...OTHER_VARIABLES]);

/** Lists the variables from which the credentials of nodes are read, which may have any name. */
const variablesOf = (nodes: readonly NodeSettings[]): readonly string[] =>
  nodes.flatMap(({ credentials }) =>
    credentials !== undefined && 'userVariable' in credentials
      ? [credentials.userVariable, credentials.passwordVariable]
      : [],
  );

/** Describes the variables that start with `DAPIKIT_` and that neither a command nor one of the nodes reads, each with the name that was probably meant. */
export function describeUnknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  nodes: readonly NodeSettings[],
): string[] {
  const ofNodes = new Set(variablesOf(nodes));
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('DAPIKIT_') && !KNOWN.has(name) && !ofNodes.has(name),
  );
  return unknown.map((name) => {
    // The prefix that all have makes any two similar.
    const flag = name.slice(environmentName('').length).toLowerCase().replaceAll('_', '-');
    const alike = nearestNames(flag, FLAGS).map(environmentName);
    return `unknown variable ${name}${alike.length === 0 ? '' : `; did you mean ${alike.join(' or ')}?`}`;
  });
}
