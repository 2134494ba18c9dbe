import type { ExactJson } from '../messages/exact-json.js';
import type { Mismatch } from './mismatch.js';
import type { Param } from './param.js';

/**
 * Reads the value of a parameter from text outside JSON: a flag, an environment variable or a query. Digits are a number and
 * `true`, `false`, `1` and `0` a boolean where the schema says so; anything else is a string.
 */
export function readText<T>({ schema, read }: Param<T>, text: string): T | Mismatch | undefined {
  return read(valueOf(schema['type'], text), text);
}

function valueOf(type: unknown, text: string): ExactJson {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|1)$/.test(text)) return true;
  if (type === 'boolean' && /^(?:false|0)$/.test(text)) return false;
  return text;
}
