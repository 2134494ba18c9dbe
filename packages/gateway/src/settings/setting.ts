import { isMismatch } from '../base/params/mismatch.js';
import type { Param } from '../base/params/param.js';
import { readText } from '../base/params/text-value.js';
import { GatewayError } from '../base/gateway-error.js';

/** Describes a setting: one definition from which flags, environment variables, the file, its JSON Schema and the docs derive. */
export interface Setting<T> {
  /** The name in the file, and the flag without its dashes. */
  readonly flag: string;
  /** The placeholder of the value in the help. */
  readonly placeholder: string;
  readonly param: Param<T>;
  /** Stands between the members of a list in a text; a flag that is repeated adds to the list. */
  readonly separator?: ' ' | ',';
  readonly default: NoInfer<T>;
  /** The default of `dapikit dev` and of gateways inside programs, where that is another one. */
  readonly devDefault?: NoInfer<T>;
  /** The default as text, where its own text would not do. */
  readonly defaultText?: string;
  /** True if another value needs a restart. */
  readonly needsRestart?: true;
  /** Hides the secrets of a value. */
  show?(value: NoInfer<T>): unknown;
}

/** Describes a setting that cannot change at a reload. */
export type FixedSetting<T> = Setting<T> & { readonly needsRestart: true };

/** Lists settings by name. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** Describes the values of settings by name. */
export type SettingValues<S extends SettingTable> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

/** Defines a setting that takes another value while the gateway runs. */
export const setting = <T>(definition: Omit<Setting<T>, 'needsRestart'>): Setting<T> => definition;

/** Defines a setting whose value cannot change at a reload. */
export const fixedSetting = <T>(definition: Omit<Setting<T>, 'needsRestart'>): FixedSetting<T> => ({
  ...definition,
  needsRestart: true,
});

/** Returns the values of settings in programs and in `dapikit dev`. */
export function defaultsOf<S extends SettingTable>(table: S): SettingValues<S> {
  const values = Object.entries(table).map(([name, one]) => [name, one.devDefault ?? one.default]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is a default of its own setting
  return Object.fromEntries(values) as SettingValues<S>;
}

/** Reports a text that is no value of its setting. */
export class SettingError extends GatewayError {
  override readonly name = 'SettingError';
}

/**
 * Reads a setting from text.
 * @param name the flag, variable or member that has the text
 * @throws {SettingError} when the text is no value of the setting
 */
export function readSetting<T>({ param }: Pick<Setting<T>, 'param'>, text: string, name: string): T {
  const value = readText(param, text);
  if (!isMismatch(value)) return value;
  const { message, expected = param.expected, found = JSON.stringify(text) } = value?.details ?? {};
  throw new SettingError(`${name}: ${message ?? `expected ${expected}, found ${found}`}`);
}
