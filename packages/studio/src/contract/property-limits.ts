import type { DocumentTypeDescription, PropertyDescription, StorageType } from '@dapikit/contract';

/** What is stored, in words. */
export const TYPE_WORDS: Readonly<Record<StorageType, string>> = {
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
  unknown: 'unknown',
};

type Members = Readonly<Record<string, unknown>>;

/** The properties of a type with those inside objects, each behind the one that it is in. */
export function flatProperties({ properties }: DocumentTypeDescription): readonly PropertyDescription[] {
  const flat = (property: PropertyDescription): PropertyDescription[] => [
    property,
    ...property.properties.flatMap(flat),
  ];
  return properties.flatMap(flat);
}

/** The schema of a document type in the value of a contract, in any of its forms; nothing where it is not there. */
export function schemaOfType(contract: unknown, name: string): Members | undefined {
  const root = membersOf(contract);
  for (const types of [root?.['documentSchemas'], root?.['documents'], root]) {
    const found = membersOf(membersOf(types)?.[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What limits the values of a property, in words; empty where nothing does, or where it is told elsewhere by a reference. */
export function limitsOf(type: Members | undefined, path: string): readonly string[] {
  const schema = path
    .split('.')
    .reduce<Members | undefined>((at, name) => membersOf(membersOf(at?.['properties'])?.[name]), type);
  if (schema === undefined) return [];
  const of = (name: string): unknown => schema[name];
  const words: readonly (string | undefined)[] = [
    bounds(of('minimum') ?? of('exclusiveMinimum'), of('maximum') ?? of('exclusiveMaximum'), ''),
    bounds(of('minLength'), of('maxLength'), 'characters'),
    of('byteArray') === true ? bounds(of('minItems'), of('maxItems'), 'bytes') : undefined,
    typeof of('pattern') === 'string' ? `matches ${String(of('pattern'))}` : undefined,
    typeof of('format') === 'string' ? `a ${String(of('format'))}` : undefined,
    Array.isArray(of('enum')) ? `one of ${JSON.stringify(of('enum')).slice(1, -1)}` : undefined,
  ];
  return words.filter((word) => word !== undefined);
}

function bounds(least: unknown, most: unknown, unit: string): string | undefined {
  const [low, high] = [least, most].map((bound) =>
    typeof bound === 'number' ? bound.toLocaleString('en') : undefined,
  );
  const end = unit === '' ? '' : ` ${unit}`;
  if (low === undefined && high === undefined) return undefined;
  if (low === high) return `exactly ${low}${end}`;
  if (low === undefined) return `up to ${high}${end}`;
  if (high === undefined) return `at least ${low}${end}`;
  return `${low} to ${high}${end}`;
}

function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}
