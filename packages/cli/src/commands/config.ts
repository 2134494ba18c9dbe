import { command, EXIT, type ExitCode } from '../command.js';
import { UsageError } from '../option.js';
import { isColoured, palette } from '../report/palette.js';
import { printable } from '../report/printable.js';
import { describeMistakes } from '../serve/describe-mistakes.js';
import { missingHere } from '../serve/missing-here.js';
import type { ResolvedSettings } from '../serve/resolve-settings.js';
import { serveOptions, settingsFrom, SOURCES_NOTE } from '../serve/serve-options.js';
import { serveSettings } from '../serve/serve-settings.js';
import type { Setting } from '../serve/setting.js';
import { settingsSchema } from '../serve/settings-schema.js';

const ACTIONS = ['check', 'print', 'schema'] as const;

/** `dapikit config`: what `dapikit serve` would make of its settings, without serving. */
export const config = command({
  name: 'config',
  about: 'check or print the settings of dapikit serve',
  usage: 'check|print|schema [file] [options]',
  mostOperands: 2,
  options: serveOptions,
  examples: [
    ['config check dapikit.yaml', 'all that is wrong, at once'],
    ['config print dapikit.yaml', 'every setting with its value and where it comes from; secrets are hidden'],
    ['config schema', 'a JSON Schema of the file, for editors'],
  ],
  notes: [
    SOURCES_NOTE,
    'Ends with 0 where nothing is wrong, 1 where something is, and 2 where the command line is wrong or the file cannot be read. Files and variables that the settings name and this machine lacks are told, and nothing wrong.',
  ],
  async run(values, [action, file]) {
    const known = ACTIONS.find((name) => name === action);
    if (known === undefined) {
      const found = action ?? '';
      throw new UsageError(
        `expected one of ${ACTIONS.join(', ')}, found ${action === undefined ? 'nothing' : JSON.stringify(action)}`,
        { found, names: ACTIONS },
      );
    }
    return await RUN[known]({ ...values, config: file ?? values.config });
  },
});

const RUN: Readonly<
  Record<
    (typeof ACTIONS)[number],
    (values: Readonly<Record<string, unknown>>) => ExitCode | Promise<ExitCode>
  >
> = {
  check: async (values) => {
    const resolved = settingsFrom(values);
    if (resolved.mistakes.length > 0) return tellMistakes(resolved);
    process.stdout.write(`${resolved.file ?? 'flags and environment'}: fine\n`);
    const paints = palette(isColoured('auto', process.env, process.stderr.isTTY));
    for (const what of await missingHere(resolved.values, process.env))
      process.stderr.write(`${paints.warning('warning')}: missing here: ${printable(what)}\n`);
    return EXIT.fine;
  },
  print: (values) => {
    const resolved = settingsFrom(values);
    process.stdout.write(`${describeSettings(resolved)}\n`);
    return resolved.mistakes.length > 0 ? tellMistakes(resolved) : EXIT.fine;
  },
  schema: () => {
    process.stdout.write(`${JSON.stringify(settingsSchema(), null, 2)}\n`);
    return EXIT.fine;
  },
};

function tellMistakes({ mistakes, file, text, isUnreadable }: ReturnType<typeof settingsFrom>): ExitCode {
  const paints = palette(isColoured('auto', process.env, process.stderr.isTTY));
  process.stderr.write(describeMistakes(mistakes, file, text, paints));
  return isUnreadable ? EXIT.usage : EXIT.failure;
}

/** What is longer does not push the others' origins out of sight. */
const WIDEST_SETTING = 60;

/** A line of the file for each setting, and behind it where its value comes from. */
function describeSettings({ values, origins }: ResolvedSettings): string {
  const settings: readonly (readonly [string, Setting<unknown>])[] = Object.entries(serveSettings);
  const given: Readonly<Record<string, unknown>> = values;
  const rows = settings.map(([name, setting]): readonly [line: string, origin: string] => {
    const value = setting.show === undefined ? given[name] : setting.show(given[name]);
    const line = value === undefined ? `# ${setting.flag}:` : `${setting.flag}: ${JSON.stringify(value)}`;
    return [line, `# ${origins.get(name)}`];
  });
  const width = Math.max(...rows.map(([line]) => line.length).filter((length) => length <= WIDEST_SETTING));
  return rows.map(([line, origin]) => `${line.padEnd(width)}  ${origin}`).join('\n');
}
