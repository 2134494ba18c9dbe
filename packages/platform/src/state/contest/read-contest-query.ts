import { excerpt, QueryError, readIdentifier } from '@dapikit/proof/document-query';

/** The most entries that a query of contests gives, and how many it gives when it does not say. */
const MAX_ENTRIES = 100;

/** Describes the members of a query. */
export type Members = Readonly<Record<string, unknown>>;

const wrong = (expected: string, found: unknown, member: string, fix: string): QueryError =>
  new QueryError('InvalidArgument', { expected, found: excerpt(found), fix, member });

/** Reads the number of entries: 1 to 100, by default 100. @throws {QueryError} InvalidArgument */
export function limitOf({ limit }: Members): number {
  if (limit === undefined) return MAX_ENTRIES;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_ENTRIES)
    return limit;
  throw wrong(`an integer from 1 to ${MAX_ENTRIES}`, limit, 'limit', 'request several pages');
}

/** Returns a member that is true or false. @throws {QueryError} InvalidArgument */
export function flagOf(members: Members, name: string, byDefault: boolean): boolean {
  const flag = members[name];
  if (flag === undefined) return byDefault;
  if (typeof flag === 'boolean') return flag;
  throw wrong('true or false', flag, name, 'leave it out or give one of both');
}

/** Returns a member that is an identifier: 32 bytes. @throws {QueryError} InvalidArgument */
export function idOf(members: Members, name: string): Uint8Array {
  const id = optionalIdOf(members, name);
  if (id !== undefined) return id;
  throw wrong('an identifier', undefined, name, 'give 32 bytes or base58');
}

/** Returns a member that may be missing. @throws {QueryError} InvalidArgument */
export function optionalIdOf(members: Members, name: string): Uint8Array | undefined {
  const input = members[name];
  if (input === undefined) return undefined;
  const bytes = readIdentifier(input);
  if (bytes === undefined) throw wrong('an identifier', input, name, 'give 32 bytes or base58');
  return bytes;
}

/** Returns a member that is a time in milliseconds. @throws {QueryError} InvalidArgument */
export function timeOf(members: Members, name: string): number | undefined {
  const time = members[name];
  if (time === undefined) return undefined;
  if (typeof time === 'number' && Number.isSafeInteger(time) && time >= 0) return time;
  throw wrong('milliseconds since the beginning of 1970', time, name, 'give a whole number from 0 on');
}

/** Returns a member that is one of some words. @throws {QueryError} InvalidArgument */
export function wordOf<Word extends string>(
  members: Members,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const input = members[name];
  if (input === undefined) return words[0];
  const word = words.find((word) => word === input);
  if (word !== undefined) return word;
  throw wrong(`one of ${words.join(', ')}`, input, name, 'choose one');
}

/** Returns a member that is a list; an empty one when it is missing. @throws {QueryError} InvalidArgument */
export function listOf(members: Members, name: string): readonly unknown[] {
  const list = members[name];
  if (list === undefined) return [];
  if (Array.isArray(list)) return list;
  throw wrong('an array of values', list, name, 'give them in the order of the index');
}
