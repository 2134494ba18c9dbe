import { isObject } from '../rpc/json-rpc-client.js';

/** The members of an object that the server answered. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of a value; none where it is no object. */
export const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

/** A member that is text; empty where it is none. */
export function textAt(value: unknown, name: string): string {
  const found = membersOf(value)[name];
  return typeof found === 'string' ? found : '';
}

/** A member that is a number; `undefined` where it is none. */
export function numberAt(value: unknown, name: string): number | undefined {
  const found = membersOf(value)[name];
  return typeof found === 'number' ? found : undefined;
}

/** A member that is a whole number, or decimal text where it is too great for one; 0 where it is neither. */
export function creditsAt(value: unknown, name: string): bigint {
  const found = membersOf(value)[name];
  const isWhole = Number.isInteger(found) || (typeof found === 'string' && /^-?\d+$/.test(found));
  return isWhole ? BigInt(String(found)) : 0n;
}

/** The elements of a list; none where it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
