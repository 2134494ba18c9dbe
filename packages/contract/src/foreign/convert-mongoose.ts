import { isRecord, type Json } from './plain-value.js';
import { TYPE_WORDS } from './type-words.js';

type Members = { [name: string]: Json };

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['minlength', 'minLength'],
  ['maxlength', 'maxLength'],
]);
/**
 * Lists the options of a path that the document type says in other places, the type, `required` and `indices`, or not at all: the model
 * to which an ObjectId refers.
 */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['type', 'bsonType', 'ref']);
const TYPE_OPTIONS: ReadonlySet<string> = new Set(['required', 'unique', 'index']);
/** Lists the types that contracts, Mongoose and JSON Schema spell alike. */
const SHARED_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);
/** Limits the text of an index. */
const INDEXED_LENGTH = 63;

const typeOf = (value: Json | undefined): Json | undefined =>
  isRecord(value) ? (value['type'] ?? value['bsonType']) : value;

const findKeywords = (type: Json | undefined): Readonly<Members> | undefined =>
  typeof type === 'string' && type !== 'object' ? TYPE_WORDS.get(type.toLowerCase()) : undefined;

/** Returns the type of the elements of a Mongoose array: of ["String"], and of [{"type": "String"}]. */
function getElement(type: Json | undefined): Json | undefined {
  return Array.isArray(type) && type.length === 1 ? type[0] : undefined;
}

/** Returns whether a value describes a path of a Mongoose schema: "String", ["String"], or {"type": "String", …}. */
export function isPath(value: Json | undefined): value is Json {
  const type = typeOf(value);
  return findKeywords(type) !== undefined || findKeywords(typeOf(getElement(type))) !== undefined;
}

/** Returns whether a path names its type in words of Mongoose, which a contract does not have. */
function isPathOfMongoose(value: Json): boolean {
  const type = typeOf(value);
  return isPath(value) && !(typeof type === 'string' && SHARED_TYPES.has(type));
}

/** Returns whether the option `timestamps` turns one of both times on. */
const hasTime = (value: Json | undefined, name: string): boolean =>
  value === true || (isRecord(value) && !isPath(value) && value[name] !== false);

/** Finds the paths of a Mongoose schema: those of its member `schema`, or its own. */
function findPaths(type: Members): Members | undefined {
  const paths = isRecord(type['schema']) ? type['schema'] : type;
  const values = Object.entries(paths).flatMap(([name, value]) => (isTimestamps(name, value) ? [] : [value]));
  return values.length > 0 && values.every(isPath) ? paths : undefined;
}

/** Returns whether a member is the option `timestamps` of a schema: it has no type, as a path has. */
const isTimestamps = (name: string, value: Json): boolean =>
  name === 'timestamps' && (typeof value === 'boolean' || (isRecord(value) && !isPath(value)));

/** Returns whether a document type is written as a Mongoose schema. */
export const isMongoose = (type: Json): type is Members =>
  isRecord(type) &&
  !('properties' in type) &&
  typeof type['type'] !== 'string' &&
  findPaths(type) !== undefined;

/** Returns whether a file is one Mongoose schema without a name: its paths stand where document types are. */
export const isUnnamedMongoose = (root: Members): boolean =>
  isMongoose(root) &&
  Object.values(root).some((path) => isRecord(path) && isPathOfMongoose(path)) &&
  !Object.values(root).some((path) => isRecord(path) && isRecord(path['properties']));

const isTrue = (value: Json | undefined): boolean =>
  value === true || (Array.isArray(value) && value[0] === true);
const isSet = (value: Json, name: string): boolean => isRecord(value) && isTrue(value[name]);

/** Converts a Mongoose schema to a document type. */
export function convertMongoose(type: Members): Members {
  const { schema, timestamps, ...others } = type;
  const paths = Object.entries(findPaths(type) ?? {}).filter(([name, value]) => !isTimestamps(name, value));
  const indexed = paths.filter(([, value]) => isSet(value, 'unique') || isSet(value, 'index'));
  const required = paths.flatMap(([name, value]) => (isSet(value, 'required') ? [name] : []));
  const times = [timestamps, isRecord(schema) ? schema['timestamps'] : undefined];
  const generated = ['createdAt', 'updatedAt'].filter((name) => times.some((value) => hasTime(value, name)));
  const names = [...required, ...generated.map((name) => `$${name}`)];
  return {
    // Beside a member `schema` are options of the schema, which the rules report.
    ...(isRecord(schema) ? others : {}),
    type: 'object',
    properties: Object.fromEntries(
      paths.map(([name, value], position) => [
        name,
        { position, ...convertPath(value, new Map(indexed).has(name)) },
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

/**
 * Converts a path of a Mongoose schema to a property without a position. An array has the converted schema of its
 * elements as `items`, which the rules then report. Other options stay as they are.
 */
function convertPath(value: Json, isIndexed: boolean): Members {
  const type = typeOf(value);
  const element = getElement(type);
  const keywords =
    element === undefined
      ? (findKeywords(type) ?? {})
      : { type: 'array', items: convertPath(element, false) };
  const options = Object.entries(isRecord(value) ? value : {});
  const others = options.filter(
    ([name, inner]) => !SAID_ELSEWHERE.has(name) && !(TYPE_OPTIONS.has(name) && isOption(inner)),
  );
  const limit = isIndexed && keywords['type'] === 'string' ? { maxLength: INDEXED_LENGTH } : {};
  return {
    ...keywords,
    ...limit,
    ...Object.fromEntries(others.map(([name, inner]) => [RENAMED.get(name) ?? name, inner])),
  };
}

const isOption = (value: Json): boolean => typeof value === 'boolean' || isTrue(value);

/** Converts a property outside of `properties`: only its type, so that the rules can move what else it says. */
export function convertMisplaced(value: Json): Json {
  const type = typeOf(value);
  const element = getElement(type);
  // {"type": ["string"]} is text in JSON Schema, and {"type": ["String"]} an array in Mongoose.
  const isJsonSchema = typeof element === 'string' && SHARED_TYPES.has(element);
  if (!isRecord(value) || (element !== undefined && !isJsonSchema)) return convertPath(value, false);
  const { bsonType: _, type: __, ...others } = value;
  return { ...(findKeywords(type) ?? { type: type ?? 'object' }), ...others };
}
