import type { Codec, ObjectCodec } from '../codec/codec.js';
import { memberOf, struct, type StructValue } from '../codec/struct.js';

const SOURCE = 'packages/rs-dpp/src/errors/consensus';

/** Defines a consensus error: the fields that follow its number, and its code. */
export interface ErrorDefinition<Fields> extends ObjectCodec<{ readonly fields: Fields }> {
  /** Returns the numeric code, which is not in the bytes: it follows from the variant, and that of an error inside. */
  readonly codeOf: (fields: unknown) => number | undefined;
  /** The codes that it may have: several where another error is inside. */
  readonly codes: readonly number[];
  /** The names of its fields; none where another error is inside. */
  readonly fieldNames: readonly string[];
}

/** Defines an error with fields of its own. */
export function error<Parts extends Readonly<Record<string, Codec<unknown>>>>(
  code: number,
  parts: Parts,
): ErrorDefinition<StructValue<Parts>> {
  const fields = struct(
    { name: `fields of error ${code}`, summary: `Explains an error with code ${code}.`, source: SOURCE },
    parts,
  );
  return {
    ...withFields(fields, `error ${code}`),
    codeOf: () => code,
    codes: [code],
    fieldNames: Object.keys(parts),
  };
}

/** Defines an error that contains one of several others, told apart by `error`. */
export function nestedError<Inner>(
  inner: Codec<Inner>,
  codes: Readonly<Record<string, number>>,
): ErrorDefinition<Inner> {
  return {
    ...withFields(inner, 'an error with another inside'),
    codeOf: (fields) => codes[String(memberOf(fields, 'error'))],
    codes: [...new Set(Object.values(codes))],
    fieldNames: [],
  };
}

const withFields = <Fields>(fields: Codec<Fields>, name: string): ObjectCodec<{ readonly fields: Fields }> =>
  struct({ name, summary: 'Has the fields of an error.', source: SOURCE }, { fields });
