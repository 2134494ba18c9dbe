import { ScalarType, type BinaryReadOptions, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** Limits one message of protobuf, before it is decoded. */
export interface MessageLimits {
  /** Fields, known and unknown, with every repetition, and entries of packed lists, at every level. */
  readonly maxElements: number;
  /** Messages within each other; groups count as such. */
  readonly maxDepth: number;
}

/** Returns the options of the decoder of messages that are within limits: it drops unknown fields. */
export const decoderOptions = ({ maxDepth }: MessageLimits): Partial<BinaryReadOptions> => ({
  readUnknownFields: false,
  recursionLimit: maxDepth,
});

/** Says how the decoder goes on behind the tag of a field. It ignores the type in the tag but for packed lists. */
type FieldForm =
  | { readonly type: WireType; readonly isPackable: boolean }
  | { readonly fields: () => MessageForm; readonly isGroup: boolean };

type MessageForm = ReadonlyMap<number, FieldForm>;

const WIRE_TYPES: ReadonlyMap<ScalarType, WireType> = new Map([
  [ScalarType.FIXED32, WireType.Bit32],
  [ScalarType.SFIXED32, WireType.Bit32],
  [ScalarType.FLOAT, WireType.Bit32],
  [ScalarType.FIXED64, WireType.Bit64],
  [ScalarType.SFIXED64, WireType.Bit64],
  [ScalarType.DOUBLE, WireType.Bit64],
  [ScalarType.STRING, WireType.LengthDelimited],
  [ScalarType.BYTES, WireType.LengthDelimited],
]);

const forms = new WeakMap<DescMessage, MessageForm>();
const UNKNOWN: MessageForm = new Map();
const unknownFields = (): MessageForm => UNKNOWN;

function formOf(schema: DescMessage): MessageForm {
  const known = forms.get(schema);
  if (known !== undefined) return known;
  const form = new Map(schema.fields.map((field) => [field.number, fieldFormOf(field)]));
  forms.set(schema, form);
  return form;
}

/** @param scalar `undefined` for an enum */
function scalarForm(scalar: ScalarType | undefined, isList: boolean): FieldForm {
  const type = (scalar && WIRE_TYPES.get(scalar)) ?? WireType.Varint;
  return { type, isPackable: isList && type !== WireType.LengthDelimited };
}

function fieldFormOf(field: DescField): FieldForm {
  if (field.fieldKind === 'map') {
    const entry: MessageForm = new Map([
      [1, scalarForm(field.mapKey, false)],
      [2, valueFormOf(field)],
    ]);
    return { fields: () => entry, isGroup: false };
  }
  const { message } = field;
  if (message !== undefined)
    return {
      fields: () => formOf(message),
      isGroup: 'delimitedEncoding' in field && field.delimitedEncoding,
    };
  return scalarForm(field.scalar, field.fieldKind === 'list');
}

function valueFormOf({ message, scalar }: DescField): FieldForm {
  return message === undefined
    ? scalarForm(scalar, false)
    : { fields: () => formOf(message), isGroup: false };
}

/**
 * Returns the name of the limit that a message exceeds; `undefined` if it exceeds none.
 *
 * It reads as the decoder does and makes no message, so it comes before the decoder, whose objects cost far more than their bytes. It ends at
 * the first element beyond the limit.
 * @throws {Error} for bytes that are no message
 */
export function exceededMessageLimit(
  schema: DescMessage,
  bytes: Uint8Array,
  limits: MessageLimits,
): keyof MessageLimits | undefined {
  const { maxElements, maxDepth } = limits;
  // Each element has a byte, and each level but the first.
  if (bytes.length < maxElements && bytes.length < maxDepth) return undefined;
  const scan = new MessageScan(bytes, limits);
  scan.readMessage(formOf(schema), bytes.length);
  return scan.exceeded;
}

/** Counts the elements of one message. */
class MessageScan {
  readonly #reader: BinaryReader;
  readonly #limits: MessageLimits;
  #elements = 0;
  #depth = 0;
  #exceeded: keyof MessageLimits | undefined;

  constructor(bytes: Uint8Array, limits: MessageLimits) {
    this.#reader = new BinaryReader(bytes);
    this.#limits = limits;
  }

  /** Returns the first exceeded limit; `undefined` for none. */
  get exceeded(): keyof MessageLimits | undefined {
    return this.#exceeded;
  }

  /** Reads a message of a length in bytes, which begins here. */
  readMessage(fields: MessageForm, length: number): void {
    const reader = this.#reader;
    const end = reader.pos + length;
    this.#enter();
    while (reader.pos < end && this.#exceeded === undefined) {
      const [number, wireType] = reader.tag();
      this.#readField(fields.get(number), wireType);
    }
    this.#depth -= 1;
  }

  /** Reads a message up to the tag that ends its group. */
  #readGroup(fields: MessageForm): void {
    this.#enter();
    while (this.#exceeded === undefined) {
      const [number, wireType] = this.#reader.tag();
      if (wireType === WireType.EndGroup) break;
      this.#readField(fields.get(number), wireType);
    }
    this.#depth -= 1;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.maxDepth) this.#exceeded ??= 'maxDepth';
  }

  #count(): void {
    this.#elements += 1;
    if (this.#elements > this.#limits.maxElements) this.#exceeded ??= 'maxElements';
  }

  #readField(form: FieldForm | undefined, wireType: WireType): void {
    this.#count();
    if (form === undefined) this.#readUnknown(wireType);
    else if ('fields' in form) {
      if (form.isGroup) this.#readGroup(form.fields());
      else this.readMessage(form.fields(), this.#reader.uint32());
    } else if (form.isPackable && wireType === WireType.LengthDelimited) this.#readPacked(form.type);
    else this.#reader.skip(form.type);
  }

  #readUnknown(wireType: WireType): void {
    if (wireType === WireType.StartGroup) this.#readGroup(unknownFields());
    else this.#reader.skip(wireType);
  }

  #readPacked(type: WireType): void {
    const reader = this.#reader;
    const end = reader.uint32() + reader.pos;
    while (reader.pos < end && this.#exceeded === undefined) {
      this.#count();
      reader.skip(type);
    }
  }
}
