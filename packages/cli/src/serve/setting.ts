import { maskedUrl } from './masked-url.js';
import { integer, oneOf, text, UsageError, type Option } from '../option.js';

/** A JSON Schema, of a value in the configuration file. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A setting of the gateway: from a flag, the environment or the file, under one name. */
export interface Setting<Value> extends Option<Value> {
  readonly env: string;
  readonly value: string;
  /** Of its value in the file. */
  readonly schema: JsonSchema;
  /** Whether another value holds after SIGHUP; the others need a restart. */
  readonly isReloadable: boolean;
  /** How its value is shown where secrets are hidden; as it is, unless said otherwise. */
  show?(value: Value): unknown;
}

type Given<Value> = Pick<Setting<Value>, 'flag' | 'about' | 'default'> & {
  readonly needsRestart?: true;
  readonly defaultText?: string;
};

/** `DAPIKIT_` and the flag in capitals. */
export function environmentName(flag: string): string {
  return `DAPIKIT_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** A setting of any form. */
export function setting<Value>(
  given: Given<Value>,
  form: Pick<Setting<Value>, 'value' | 'schema' | 'read' | 'show'>,
): Setting<Value> {
  const { needsRestart, ...rest } = given;
  return { ...rest, ...form, env: environmentName(given.flag), isReloadable: needsRestart !== true };
}

/** A setting of an option of another command. */
export function settingOf<Value>(
  option: Option<Value>,
  schema: JsonSchema,
  show?: (value: Value) => unknown,
): Setting<Value> {
  const { value = 'true|false', flag } = option;
  return { ...option, value, schema, env: environmentName(flag), isReloadable: true, ...(show && { show }) };
}

/** A whole number from `least` to `most`. */
export function number(given: Given<number>, value: string, least: number, most: number): Setting<number> {
  return setting(given, {
    value,
    schema: { type: 'integer', minimum: least, maximum: most },
    read: integer(least, most),
  });
}

const LONGEST_TIME_MS = 24 * 60 * 60 * 1000;

/** A time in milliseconds, up to a day. */
export function time(given: Given<number>, least = 1): Setting<number> {
  return number(given, 'ms', least, LONGEST_TIME_MS);
}

/** Text, such as the name of a file. */
export function words<Default extends string | undefined>(
  given: Given<string | Default>,
  value: string,
): Setting<string | Default> {
  return setting<string | Default>(given, { value, schema: { type: 'string', minLength: 1 }, read: text });
}

/** An address of HTTP, where there is one. */
export function url(given: Given<undefined>): Setting<string | undefined> {
  return setting<string | undefined>(given, {
    value: 'url',
    schema: { type: 'string', pattern: '^https?://' },
    show: (address) => address && maskedUrl(address),
    read: (value, name) => {
      if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
      throw new UsageError(
        `${name}: expected a URL of http or https, found ${JSON.stringify(maskedUrl(value))}`,
      );
    },
  });
}

/** One of some words. */
export function choice<Word extends string>(
  given: Given<Word>,
  value: string,
  all: readonly Word[],
): Setting<Word> {
  return setting(given, { value, schema: { enum: all }, read: oneOf(all) });
}
