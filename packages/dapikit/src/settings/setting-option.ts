import { readSetting, SettingError, type Setting, type SettingTable } from '@dapikit/gateway';
import { UsageError, type Option } from '../program/option.js';

/** Returns the environment variable of a setting: `DAPIKIT_` and the flag in capitals. */
export function environmentName(flag: string): string {
  return `DAPIKIT_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** Returns the variable of a flag that other programs read as well; `undefined` where there is none. */
export const sharedVariable = (flag: string): string | undefined => (flag === 'port' ? 'PORT' : undefined);

/** Returns what a setting is for. */
export function aboutOf({ param }: Pick<Setting<unknown>, 'param'>): string {
  return String(param.schema['description']);
}

/**
 * Reads a setting from text.
 * @throws {UsageError} when the text is no value of the setting
 */
export function readSettingText<T>(setting: Pick<Setting<T>, 'param'>, text: string, name: string): T {
  try {
    return readSetting(setting, text, name);
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(error.message) : error;
  }
}

/** The flags of settings, by the names of these. */
type OptionsOf<S extends SettingTable> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? Option<T> : never;
};

/** Makes flags of settings, for a command without a settings file. */
export function optionsOf<S extends SettingTable>(settings: S): OptionsOf<S> {
  const options = Object.entries(settings).map(([name, setting]) => [name, optionOf(setting)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the entries of that table
  return Object.fromEntries(options) as OptionsOf<S>;
}

function optionOf(setting: Setting<unknown>): Option<unknown> {
  const { flag, placeholder, param, separator, defaultText } = setting;
  return {
    flag,
    env: environmentName(flag),
    sharedEnv: sharedVariable(flag),
    ...(param.schema['type'] !== 'boolean' && { value: placeholder }),
    ...(separator !== undefined && { separator }),
    about: aboutOf(setting),
    default: setting.devDefault ?? setting.default,
    ...(defaultText !== undefined && { defaultText }),
    read: (text, name) => readSettingText(setting, text, name),
  };
}
