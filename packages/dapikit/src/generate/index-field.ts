import type { DocumentTypeDescription, IndexDescription, PropertyDescription } from '@dapikit/contract';
import type { IndexField, ValueKind } from '@dapikit/client';

/**
 * Lists how an index has its properties. A unique index has a document without one of its properties, other than the last one, in a place that
 * no proof shows.
 */
export const indexFields = (
  type: DocumentTypeDescription,
  { properties, unique }: IndexDescription,
): readonly IndexField[] =>
  properties.map((path, at) => {
    const field = indexFieldOf(type, path);
    const isLost = unique && !field.isRequired && at < properties.length - 1;
    return isLost ? { ...field, mustBePresent: true } : field;
  });

function indexFieldOf(type: DocumentTypeDescription, path: string): IndexField {
  if (path.startsWith('$')) return { path, kind: systemKindOf(path), isRequired: isRecorded(type, path) };
  let properties = type.properties;
  let isRequired = true;
  let found: PropertyDescription | undefined;
  for (const name of path.split('.')) {
    found = properties.find((property) => property.name === name);
    // A create stores no transient properties.
    isRequired &&= found?.required === true && !found.transient;
    properties = found?.properties ?? [];
  }
  const [, sign, width] = /^([iu])(\d+)$/.exec(found?.type ?? '') ?? [];
  const bits = Number(width);
  return {
    path,
    kind: kindOf(found?.type ?? 'unknown'),
    isRequired,
    ...(sign === 'i' && { lowest: -(2n ** BigInt(bits - 1)) }),
    ...(sign === 'u' && { bits }),
  };
}

const isRecorded = ({ recordedTimes }: DocumentTypeDescription, name: string): boolean =>
  name === '$ownerId' || recordedTimes.includes(name);

/** Returns the kind of a system property. */
function systemKindOf(name: string): ValueKind {
  if (name.endsWith('Id')) return 'identifier';
  if (name.endsWith('CoreBlockHeight')) return 'integer';
  return name.endsWith('At') ? 'time' : 'bigint';
}

/** Returns the kind of values that are stored in a way. */
export function kindOf(storage: PropertyDescription['type']): ValueKind {
  switch (storage) {
    case 'string':
      return 'text';
    case 'f64':
      return 'float';
    case 'bytes':
    case 'identifier':
    case 'boolean':
    case 'object':
      return storage;
    case 'u64':
    case 'i64':
      return 'bigint';
    case 'list':
    case 'unknown':
      return 'any';
    default:
      return 'integer';
  }
}
