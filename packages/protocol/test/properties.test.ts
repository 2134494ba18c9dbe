import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assetLockProof,
  consensusError,
  dataContract,
  decode,
  DecodeError,
  encode,
  EncodeError,
  encodeSignable,
  group,
  identity,
  identityPublicKey,
  platformAddress,
  stateTransition,
  tokenConfiguration,
  value,
  votePoll,
  type Codec,
  type Description,
} from '../src/index.js';
import { valuesOf } from './arbitrary.js';
import { addressWitnesses } from '../src/address/address-funds.js';
import { documentTransition } from '../src/batch/document-transition.js';
import { tokenTransition } from '../src/batch/token-transition.js';
import { identityPublicKeyInCreation } from '../src/identity/identity-public-key.js';
import { vote } from '../src/vote/vote.js';

const CODECS: Readonly<Record<string, Codec<unknown>>> = {
  addressWitnesses,
  assetLockProof,
  consensusError,
  dataContract,
  documentTransition,
  group,
  identity,
  identityPublicKey,
  identityPublicKeyInCreation,
  platformAddress,
  stateTransition,
  tokenConfiguration,
  tokenTransition,
  value,
  vote,
  votePoll,
};

function parts(description: Description): readonly Description[] {
  switch (description.kind) {
    case 'struct':
      return description.fields.map(({ content }) => content);
    case 'union':
      return description.variants.map(({ content }) => content);
    case 'option':
    case 'unsigned':
    case 'list':
      return [description.content];
    case 'map':
      return [description.key, description.value];
    default:
      return [];
  }
}

const contains = (description: Description, is: (part: Description) => boolean): boolean =>
  is(description) || parts(description).some((part) => contains(part, is));

const isSorted = (part: Description): boolean =>
  (part.kind === 'list' && part.isSorted === true) ||
  (part.kind === 'map' && part.key.kind === 'primitive' && part.key.name === 'identifier');
const isDynamic = (part: Description): boolean => part.kind === 'primitive' && part.name === 'Value';

/** Encodes a value; values with a key twice do not count. */
function encoded(codec: Codec<unknown>, given: unknown): Uint8Array {
  try {
    return encode(codec, given);
  } catch (error) {
    fc.pre(!(error instanceof EncodeError && error.expected.startsWith('one entry')));
    throw error;
  }
}

/** Returns what reading JSON throws; undefined where it reads. */
function fromJsonError(codec: Codec<unknown>, json: unknown): unknown {
  try {
    codec.fromJson(json);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries(CODECS))('%s', (_name, codec) => {
  const values = valuesOf(codec.description);

  test('decodes what it encodes', () => {
    fc.assert(
      fc.property(values, (given) => {
        const bytes = encoded(codec, given);
        const decoded = decode(codec, bytes);
        expect(encode(codec, decoded)).toEqual(bytes);
        // Sorted entries may be in another order than they were given.
        expect(decoded).toEqual(contains(codec.description, isSorted) ? decoded : given);
      }),
    );
  });

  test('reads the JSON form that it writes', () => {
    fc.assert(
      fc.property(values, (given) => {
        const decoded = decode(codec, encoded(codec, given));
        const json = codec.toJson(decoded);
        expect(JSON.parse(JSON.stringify(json))).toEqual(json);
        const read = codec.fromJson(json);
        expect(contains(codec.description, isDynamic) ? codec.toJson(read) : read).toEqual(
          contains(codec.description, isDynamic) ? json : decoded,
        );
      }),
    );
  });

  test('rejects every prefix', () => {
    fc.assert(
      fc.property(values, fc.nat(), (given, cut) => {
        const bytes = encoded(codec, given);
        fc.pre(bytes.length > 0);
        expect(() => decode(codec, bytes.subarray(0, cut % bytes.length))).toThrow(DecodeError);
      }),
    );
  });

  test('has signable bytes not longer than all bytes', () => {
    fc.assert(
      fc.property(values, (given) => {
        const { length } = encoded(codec, given);
        expect(encodeSignable(codec, given).length).toBeLessThanOrEqual(length);
      }),
    );
  });

  test('throws DecodeError for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(fromJsonError(codec, json)).toSatisfy(
          (error) => error === undefined || error instanceof DecodeError,
        );
      }),
    );
  });
});
