import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import * as fc from 'fast-check';

const MAX_DEPTH = 6;

/** Returns initial values of messages of a type. */
export const messageValues = (message: DescMessage): fc.Arbitrary<Record<string, unknown>> =>
  valuesOf(message, 0);

/** Messages of a type as their initial values, to a depth. */
function valuesOf(message: DescMessage, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const loose = message.fields.filter(
    ({ oneof, message: nested }) => oneof === undefined && isReached(nested, depth),
  );
  const members = loose.map(
    (field) => [field.localName, fc.option(valueOf(field, depth), { nil: undefined })] as const,
  );
  const oneofs = message.oneofs.map(({ localName, fields }) => {
    const reached = fields.filter(({ message: nested }) => isReached(nested, depth));
    const cases = reached.map((field) =>
      valueOf(field, depth).map((value) => ({ case: field.localName, value })),
    );
    return [localName, cases.length === 0 ? fc.constant({ case: undefined }) : fc.oneof(...cases)] as const;
  });
  return fc.record(Object.fromEntries([...members, ...oneofs]));
}

const isReached = (nested: DescMessage | undefined, depth: number): boolean =>
  nested === undefined || depth < MAX_DEPTH;

function valueOf(field: DescField, depth: number): fc.Arbitrary<unknown> {
  const single = singleOf(field, depth);
  if (field.fieldKind === 'list') return fc.array(single, { maxLength: 3 });
  return field.fieldKind === 'map' ? fc.dictionary(fc.nat(9).map(String), single, { maxKeys: 2 }) : single;
}

function singleOf({ message, enum: enumeration, scalar }: DescField, depth: number): fc.Arbitrary<unknown> {
  if (enumeration !== undefined) return fc.constantFrom(...enumeration.values.map(({ number }) => number));
  if (message === undefined) return scalarOf(scalar ?? ScalarType.STRING);
  // A wrapper stands for its value.
  if (message.typeName.startsWith('google.protobuf.')) return singleOf(message.fields[0]!, depth);
  return valuesOf(message, depth + 1);
}

function scalarOf(scalar: ScalarType): fc.Arbitrary<unknown> {
  switch (scalar) {
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 40 });
    case ScalarType.DOUBLE:
      return fc.double({ noNaN: true });
    case ScalarType.INT32:
      return fc.integer();
    case ScalarType.UINT32:
      return fc.nat(0xffff_ffff);
    case ScalarType.UINT64:
      return fc.bigInt(0n, 2n ** 64n - 1n);
    case ScalarType.INT64:
    case ScalarType.SINT64:
      return fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
    default:
      return fc.string({ unit: 'grapheme', maxLength: 20 });
  }
}
