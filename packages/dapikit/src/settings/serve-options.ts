import type { Setting } from '@dapikit/gateway';
import { option, text, type Option } from '../program/option.js';
import { resolveSettings, type ResolvedSettings } from './resolve-settings.js';
import { aboutOf } from './setting-option.js';
import { serveSettings } from './settings-table.js';

type Texts = { readonly [Name in keyof typeof serveSettings]: Option<string | undefined> };

/** The settings as flags: read as text, as their errors are reported together with the rest. */
const texts: Readonly<Record<string, Option<string | undefined>>> = Object.fromEntries(
  Object.entries<Setting<unknown>>(serveSettings).map(([name, setting]) => {
    const {
      flag,
      placeholder: value,
      param,
      separator,
      defaultText = defaultTextOf(setting.default),
    } = setting;
    return [
      name,
      option<string | undefined>({
        flag,
        value,
        ...(param.schema['type'] === 'boolean' && { bare: 'true' }),
        ...(separator !== undefined && { separator }),
        about: aboutOf(setting),
        default: undefined,
        ...(defaultText === undefined ? {} : { defaultText }),
        read: text,
      }),
    ];
  }),
);

function defaultTextOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Lists the flags of the commands that have to do with the gateway's settings. */
export const serveOptions = {
  config: option<string | undefined>({
    flag: 'config',
    short: 'c',
    env: 'DAPIKIT_CONFIG',
    value: 'file',
    about: 'configuration file (YAML)',
    default: undefined,
    read: text,
  }),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the entries of that table
  ...(texts as Texts),
} as const;

/** Returns the settings that flags, environment and file give together. */
export function settingsFrom(
  values: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
): ResolvedSettings & { readonly file: string | undefined } {
  const flags = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
  const file = flags['config'];
  return { ...resolveSettings({ file, env, flags }), file };
}

/** Explains in the help where settings come from. */
export const SOURCES_NOTE =
  'The value of a setting comes from its flag, else from the environment (DAPIKIT_MAX_DEPTH for --max-depth), else from the file (max-depth), else from its default.';
