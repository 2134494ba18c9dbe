import { describe, expect, test } from 'vitest';
import {
  decodeStateTransition,
  encodeStateTransition,
  signableBytes,
  stateTransition,
  stateTransitionId,
} from '@dapikit/protocol';
import { newerFields } from './older-fields.js';
import { fromHex, toHex, TRANSITIONS, type RecordedTransition } from './recorded.js';

const isOlder = ({ library }: RecordedTransition): boolean => library.includes('3.0.1');

/** Members of ours that the official JSON does not have. */
const OWN_MEMBERS = ['$type', 'identityId'];

const without = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

describe.each(TRANSITIONS)('$name', (recorded) => {
  const bytes = fromHex(recorded.hex);
  const { value, length } = decodeStateTransition(bytes);
  const json = stateTransition.toJson(value);

  test('has the same bytes after decoding and encoding', () => {
    expect(length).toBe(bytes.length);
    expect(toHex(encodeStateTransition(value))).toBe(recorded.hex);
  });

  test('has the recorded id and signable bytes', () => {
    expect(toHex(stateTransitionId(bytes))).toBe(recorded.hash);
    expect(toHex(signableBytes(value))).toBe(recorded.signableHex);
  });

  test.skipIf(isOlder(recorded))('has exactly the fields of the official library', () => {
    const fields = recorded.fields ?? {};
    expect(
      without(
        Object(json),
        OWN_MEMBERS.filter((name) => !(name in fields)),
      ),
    ).toEqual(fields);
  });

  test.skipIf(!isOlder(recorded) || recorded.fields === undefined)(
    'has the fields of the older library',
    () => {
      expect(json).toMatchObject(Object(newerFields(recorded.fields)));
    },
  );

  test('has the same JSON after reading and writing it', () => {
    expect(stateTransition.toJson(stateTransition.fromJson(json))).toEqual(json);
  });
});

test('the JSON form preserves everything signed, except the types of dynamic values', () => {
  const changed = TRANSITIONS.filter(({ hex }) => {
    const { value } = decodeStateTransition(fromHex(hex));
    return toHex(encodeStateTransition(stateTransition.fromJson(stateTransition.toJson(value)))) !== hex;
  });
  // Identifiers and bytes become text, integers of other types u64 or i64, in documents and in schemas.
  const dynamic = [
    'data-contract-',
    'sdk-contract-',
    'document-create',
    'document-replace',
    'sdk-document-',
    'batch-of',
  ];
  expect(changed.filter(({ name }) => !dynamic.some((start) => name.startsWith(start)))).toEqual([]);
  expect(changed.length).toBeLessThan(TRANSITIONS.length / 4);
});
