import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { isReflectMessage, reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { base58 } from '@scure/base';

const ID_BYTES = 32;
/** Fields that are the same in nearly every request. */
const LEFT_OUT: ReadonlySet<string> = new Set(['prove', 'selects']);
const MAX_LIST = 3;
const MAX_DEPTH = 4;

/**
 * Returns the fields of a gRPC message for a log: those of its version, identifiers in base58, hashes in hexadecimal digits, other bytes as
 * they are, enumerations by name.
 * @param isBrief leaves out everything but numbers, names of enumerations and identifiers of the message itself: what is inside of
 *   its members may be the content of a document
 */
export function grpcMembers(
  schema: DescMessage,
  message: Message,
  isBrief: boolean,
): Readonly<Record<string, unknown>> {
  const whole = reflect(schema, message);
  const choice = schema.oneofs.find(({ name }) => name === 'version');
  const version = choice && whole.oneofCase(choice);
  const inner: unknown = version && whole.get(version);
  return fieldsOf(isReflectMessage(inner) ? inner : whole, isBrief, 0);
}

function fieldsOf(message: ReflectMessage, isBrief: boolean, depth: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const field of message.fields) {
    if (LEFT_OUT.has(field.localName) || !isGiven(message, field)) continue;
    const value = fieldValue(message, field, isBrief, depth);
    if (value !== undefined) fields[field.localName] = value;
  }
  return fields;
}

/** Returns whether a field has a value: the default of an enumeration is one, as EQUAL. */
const isGiven = (message: ReflectMessage, field: DescField): boolean =>
  message.isSet(field) || (field.fieldKind === 'enum' && field.oneof === undefined);

function fieldValue(message: ReflectMessage, field: DescField, isBrief: boolean, depth: number): unknown {
  const plain = (value: unknown): unknown => plainValue(value, field, isBrief, depth);
  if (field.fieldKind === 'map') return undefined;
  if (field.fieldKind !== 'list') return plain(message.get(field));
  const list = message.get(field);
  const shown: unknown[] = [];
  for (const value of list) {
    if (shown.length === MAX_LIST) break;
    shown.push(plain(value));
  }
  if (shown.includes(undefined)) return undefined;
  return list.size > MAX_LIST ? [...shown, `${list.size - MAX_LIST} more`] : shown;
}

function plainValue(value: unknown, field: DescField, isBrief: boolean, depth: number): unknown {
  if (isReflectMessage(value)) return isBrief ? undefined : messageValue(value, depth);
  if (typeof value === 'number') return field.enum?.value[value]?.name ?? value;
  if (typeof value === 'bigint') return value;
  if (!(value instanceof Uint8Array)) return isBrief ? undefined : value;
  if (value.length !== ID_BYTES) return isBrief ? undefined : value;
  return /hash/i.test(field.name) ? Buffer.from(value).toString('hex') : base58.encode(value);
}

/** Returns the value of a message that is a choice of fields, and the fields of any other. */
function messageValue(message: ReflectMessage, depth: number): unknown {
  if (depth >= MAX_DEPTH) return undefined;
  const fields = fieldsOf(message, false, depth + 1);
  const values = Object.values(fields);
  if (values.length === 0) return undefined;
  const isChoice =
    message.desc.oneofs.length === 1 && message.fields.every(({ oneof }) => oneof !== undefined);
  return isChoice ? values[0] : fields;
}
