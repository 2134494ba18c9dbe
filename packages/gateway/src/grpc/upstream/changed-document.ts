import type { StoredDocument, StoredData, Value } from '@dapikit/protocol';
import type { ChangedDocument } from '../method/proof-subject.js';

/** Revision of a document that was created and not changed since. */
export const FIRST_REVISION = 1n;

/** Returns whether a stored document is exactly what a transition leaves of it. Values of forms that are not compared here are not the same. */
export function isAsChanged(
  { ownerId, revision, price, data }: StoredDocument,
  expected: ChangedDocument,
): boolean {
  return (
    // Types whose documents never change record none.
    (revision ?? FIRST_REVISION) === expected.revision &&
    isSameBytes(ownerId, expected.ownerId) &&
    (expected.price === undefined || price === expected.price) &&
    (expected.data === undefined || isSameData(data, expected.data))
  );
}

function isSameData(stored: StoredData, sent: ReadonlyMap<string, Value>): boolean {
  const given = [...sent].filter(([, { type }]) => type !== 'null');
  return (
    given.length === Object.keys(stored).length &&
    given.every(([name, value]) => Object.hasOwn(stored, name) && isSame(stored[name], value))
  );
}

function isSame(stored: StoredData[string] | undefined, sent: Value): boolean {
  switch (sent.type) {
    case 'text':
    case 'bool':
      return stored === sent.value;
    case 'array':
      return (
        Array.isArray(stored) &&
        stored.length === sent.value.length &&
        sent.value.every((item, at) => isSame(stored[at], item))
      );
    case 'map':
      return isData(stored) && isSameData(stored, entriesOf(sent.value));
    default:
      return isSameNumber(stored, sent.value) || isSameBytes(stored, sent.value);
  }
}

const entriesOf = (entries: readonly (readonly [Value, Value])[]): ReadonlyMap<string, Value> =>
  new Map(entries.map(([key, value]) => [key.type === 'text' ? key.value : '', value]));

const isData = (value: unknown): value is StoredData =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** Integers of one type in a transition may have another one in the state. */
const isSameNumber = (stored: unknown, sent: unknown): boolean =>
  isNumber(stored) && isNumber(sent) && String(stored) === String(sent);

const isSameBytes = (one: unknown, other: unknown): boolean =>
  one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0;
