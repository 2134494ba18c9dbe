import type { DocumentTypeDescription, PropertyDescription, StorageType } from '@dapikit/contract';

/** Lists the names of the storage types. */
export const TYPE_NAMES: Readonly<Record<StorageType, string>> = {
  u8: 'integer, 1 byte',
  u16: 'integer, 2 bytes',
  u32: 'integer, 4 bytes',
  u64: 'integer, 8 bytes',
  i8: 'integer, 1 byte',
  i16: 'integer, 2 bytes',
  i32: 'integer, 4 bytes',
  i64: 'integer, 8 bytes',
  f64: 'number',
  string: 'text',
  bytes: 'bytes',
  identifier: 'identifier',
  boolean: 'yes or no',
  object: 'object',
  list: 'list',
  unknown: 'unknown',
};

type Members = Readonly<Record<string, unknown>>;

/** Returns the properties of a type, each followed by those inside it. */
export function flattenProperties({ properties }: DocumentTypeDescription): readonly PropertyDescription[] {
  const flat = (property: PropertyDescription): PropertyDescription[] => [
    property,
    ...property.properties.flatMap(flat),
  ];
  return properties.flatMap(flat);
}

/** Finds the schema of a document type in a contract of any form; `undefined` without one. */
export function findTypeSchema(contract: unknown, name: string): Members | undefined {
  const root = getMembers(contract);
  for (const types of [root?.['documentSchemas'], root?.['documents'], root]) {
    const found = getMembers(getMembers(types)?.[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Describes the limits of a property; empty where it has none, or where a reference holds them. */
export function describeLimits(type: Members | undefined, path: string): readonly string[] {
  const schema = path
    .split('.')
    .reduce<Members | undefined>((at, name) => getMembers(getMembers(at?.['properties'])?.[name]), type);
  if (schema === undefined) return [];
  const of = (name: string): unknown => schema[name];
  const words: readonly (string | undefined)[] = [
    describeBounds(of('minimum') ?? of('exclusiveMinimum'), of('maximum') ?? of('exclusiveMaximum'), ''),
    describeBounds(of('minLength'), of('maxLength'), 'characters'),
    of('byteArray') === true ? describeBounds(of('minItems'), of('maxItems'), 'bytes') : undefined,
    typeof of('pattern') === 'string' ? `matches ${String(of('pattern'))}` : undefined,
    typeof of('format') === 'string' ? `a ${String(of('format'))}` : undefined,
    Array.isArray(of('enum')) ? `one of ${JSON.stringify(of('enum')).slice(1, -1)}` : undefined,
  ];
  return words.filter((word) => word !== undefined);
}

function describeBounds(min: unknown, max: unknown, unit: string): string | undefined {
  const [low, high] = [min, max].map((bound) =>
    typeof bound === 'number' ? bound.toLocaleString('en') : undefined,
  );
  const end = unit === '' ? '' : ` ${unit}`;
  if (low === undefined && high === undefined) return undefined;
  if (low === high) return `exactly ${low}${end}`;
  if (low === undefined) return `up to ${high}${end}`;
  if (high === undefined) return `at least ${low}${end}`;
  return `${low} to ${high}${end}`;
}

function getMembers(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}
