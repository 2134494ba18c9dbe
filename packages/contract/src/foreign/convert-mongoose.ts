import { isRecord, type Json } from './plain-value.js';
import { TYPE_WORDS } from './type-words.js';

type Members = { [name: string]: Json };

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['minlength', 'minLength'],
  ['minLength', 'minLength'],
  ['maxlength', 'maxLength'],
  ['maxLength', 'maxLength'],
  ['enum', 'enum'],
]);
/** Limits the text of an index. */
const INDEXED_LENGTH = 63;

const typeOf = (value: Json): string | undefined => {
  const word = isRecord(value) ? value['type'] : value;
  return typeof word === 'string' ? word : undefined;
};

/** Returns whether a value describes a path of a Mongoose schema: "String", or {"type": "String", …}. */
function isPath(value: Json): boolean {
  const type = typeOf(value);
  return type !== undefined && TYPE_WORDS.has(type.toLowerCase()) && type !== 'object';
}

/** Finds the paths of a Mongoose schema: those of its member `schema`, or its own. */
function findPaths(type: Members): Members | undefined {
  const paths = isRecord(type['schema']) ? type['schema'] : type;
  const values = Object.entries(paths).flatMap(([name, value]) => (name === 'timestamps' ? [] : [value]));
  return values.length > 0 && values.every(isPath) ? paths : undefined;
}

/** Returns whether a document type is written as a Mongoose schema. */
export const isMongoose = (type: Json): boolean =>
  isRecord(type) &&
  !('properties' in type) &&
  typeof type['type'] !== 'string' &&
  findPaths(type) !== undefined;

const isSet = (value: Json, name: string): boolean => isRecord(value) && value[name] === true;

/** Converts a Mongoose schema to a document type. */
export function convertMongoose(type: Members): Members {
  const paths = Object.entries(findPaths(type) ?? {}).filter(([name]) => name !== 'timestamps');
  const indexed = paths.filter(([, value]) => isSet(value, 'unique') || isSet(value, 'index'));
  const required = paths.flatMap(([name, value]) => (isSet(value, 'required') ? [name] : []));
  const times = type['timestamps'] === true ? ['$createdAt', '$updatedAt'] : [];
  const names = [...required, ...times];
  return {
    type: 'object',
    properties: Object.fromEntries(
      paths.map(([name, value], position) => [
        name,
        convertPath(
          value,
          position,
          indexed.some(([other]) => other === name),
        ),
      ]),
    ),
    ...(names.length === 0 ? {} : { required: names }),
    ...(indexed.length === 0
      ? {}
      : {
          indices: indexed.map(([name, value]) => ({
            name,
            properties: [{ [name]: 'asc' }],
            ...(isSet(value, 'unique') ? { unique: true } : {}),
          })),
        }),
    additionalProperties: false,
  };
}

function convertPath(value: Json, position: number, isIndexed: boolean): Members {
  const keywords = TYPE_WORDS.get(typeOf(value)?.toLowerCase() ?? '') ?? {};
  const others = Object.entries(isRecord(value) ? value : {}).flatMap(([name, inner]): [string, Json][] => {
    const renamed = RENAMED.get(name);
    return renamed === undefined ? [] : [[renamed, inner]];
  });
  const limit = isIndexed && keywords['type'] === 'string' ? { maxLength: INDEXED_LENGTH } : {};
  return { ...keywords, ...limit, ...Object.fromEntries(others), position };
}
