import type { Setting } from '@dapikit/gateway';
import { command, EXIT, type ExitCode } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { isColoured, palette } from '../report/palette.js';
import { printable } from '../program/printable.js';
import { describeSettingsErrors } from '../settings/describe-errors.js';
import { exposedPasswords, missingHere, unusableFiles } from '../settings/missing-files.js';
import type { ResolvedSettings } from '../settings/resolve-settings.js';
import { serveOptions, settingsFrom, SOURCES_NOTE } from '../settings/serve-options.js';
import { serveSettings } from '../settings/settings-table.js';
import { settingsSchema } from '../settings/settings-schema.js';
import { describeUnknownVariables } from '../settings/unknown-variables.js';
import type { Terminal } from '../program/terminal.js';

const ACTIONS = ['check', 'print', 'schema'] as const;

/** Implements `dapikit config`: checks or prints the settings of `dapikit serve`. */
export const config = command({
  name: 'config',
  about: 'check or print the settings of dapikit serve',
  usage: 'check|print|schema [file] [options]',
  maxOperands: 2,
  options: serveOptions,
  examples: [
    ['config check dapikit.yaml', 'report all errors at once'],
    ['config print dapikit.yaml', 'print every setting with its value and source; secrets are hidden'],
    ['config schema', 'print the JSON Schema of the file, for editors'],
  ],
  notes: [
    SOURCES_NOTE,
    'Exit code: 0 without errors, 1 with errors, 2 if the command line is invalid or the file cannot be read. An unreadable certificate, key or certificate authority is an error, because serve does not start without it. Missing node credentials and passwords in URLs are warnings.',
  ],
  async run(values, [action, file], terminal) {
    const known = ACTIONS.find((name) => name === action);
    if (known === undefined) {
      const found = action ?? '';
      throw new UsageError(
        `${action === undefined ? 'no action' : `unknown action ${JSON.stringify(action)}`}: use one of ${ACTIONS.join(', ')}`,
        { found, names: ACTIONS },
      );
    }
    return await RUN[known]({ ...values, config: file ?? values.config }, terminal);
  },
});

const RUN: Readonly<
  Record<
    (typeof ACTIONS)[number],
    (values: Readonly<Record<string, unknown>>, terminal: Terminal) => ExitCode | Promise<ExitCode>
  >
> = {
  check: async (values, terminal) => {
    const { stdout, stderr, env } = terminal;
    const resolved = settingsFrom(values, env);
    const unknown = describeUnknownVariables(env, resolved.values.nodes);
    if (resolved.file === undefined && [...resolved.origins.values()].every((origin) => origin === 'default'))
      throw new UsageError(
        `check: ${unknown.join('; ') || 'nothing to check'}: name a file, or give settings in flags or the environment`,
      );
    const { nodes } = resolved.values;
    const files = (await unusableFiles(resolved.values)).map(({ setting, message }) => {
      const span = resolved.spans.get(setting);
      return { message, ...(span !== undefined && setting !== 'nodes' && { span }) };
    });
    const errors = [...resolved.errors, ...files];
    if (errors.length === 0) stdout.write(`${resolved.file ?? 'flags and environment'}: valid\n`);
    const code = errors.length === 0 ? EXIT.fine : printErrors({ ...resolved, errors }, terminal);
    const paints = palette(isColoured('auto', env, stderr.isTTY === true));
    const missing = (await missingHere(nodes, env)).map((what) => `missing here: ${what}`);
    for (const warning of [...unknown, ...missing, ...exposedPasswords(nodes)])
      stderr.write(`${paints.warning('warning')}: ${printable(warning)}\n`);
    return code;
  },
  print: (values, terminal) => {
    const resolved = settingsFrom(values, terminal.env);
    if (!resolved.isBroken) terminal.stdout.write(`${describeSettings(resolved)}\n`);
    return resolved.errors.length > 0 ? printErrors(resolved, terminal) : EXIT.fine;
  },
  schema: (_, { stdout }) => {
    stdout.write(`${JSON.stringify(settingsSchema(), null, 2)}\n`);
    return EXIT.fine;
  },
};

function printErrors(
  { errors, file, text, isUnreadable }: ReturnType<typeof settingsFrom>,
  { stderr, env }: Terminal,
): ExitCode {
  const paints = palette(isColoured('auto', env, stderr.isTTY === true));
  stderr.write(describeSettingsErrors(errors, file, text, paints));
  return isUnreadable ? EXIT.usage : EXIT.failure;
}

/** Longer settings do not move the origins of the others. */
const MAX_SETTING_WIDTH = 60;

/** A line of the file for each setting, and behind it where its value comes from. */
function describeSettings({ values, origins, invalid }: ResolvedSettings): string {
  const settings: readonly (readonly [string, Setting<unknown>])[] = Object.entries(serveSettings);
  const given: Readonly<Record<string, unknown>> = values;
  const rows = settings.map(([name, setting]): readonly [line: string, origin: string] => {
    const value = setting.show === undefined ? given[name] : setting.show(given[name]);
    if (invalid.has(name)) return [`# ${setting.flag}:`, `# ${origins.get(name)}, invalid`];
    const line = value === undefined ? `# ${setting.flag}:` : `${setting.flag}: ${JSON.stringify(value)}`;
    return [line, `# ${origins.get(name)}`];
  });
  const width = Math.max(
    ...rows.map(([line]) => line.length).filter((length) => length <= MAX_SETTING_WIDTH),
  );
  return rows.map(([line, origin]) => `${line.padEnd(width)}  ${origin}`).join('\n');
}
