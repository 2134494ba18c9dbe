import { membersOf } from '../../platform/members.js';
import type { DocumentJson } from './step.js';

/** Returns the value at a path of names joined by dots. */
export function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path.split('.')) value = membersOf(value)[key];
  return value;
}

/** Returns a document with another value at a path; without one where it is `undefined`. */
export function withValue(data: DocumentJson, path: string, value: unknown): DocumentJson {
  const [key = '', ...rest] = path.split('.');
  const next = rest.length === 0 ? value : withValue(membersOf(data[key]), rest.join('.'), value);
  if (next !== undefined) return { ...data, [key]: next };
  const { [key]: _, ...others } = data;
  return others;
}
