import { isRecord, type Json } from './plain-value.js';
import { sayInComment } from './say-in-comment.js';
import { TYPE_WORDS } from './type-words.js';

type Members = { [name: string]: Json };

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number']);
const TEXTS: ReadonlySet<string> = new Set(['string']);
/** Maps limits of a path to keywords, with the types that have them. */
const RENAMED: ReadonlyMap<string, { readonly keyword: string; readonly types: ReadonlySet<string> }> =
  new Map([
    ['min', { keyword: 'minimum', types: NUMBERS }],
    ['max', { keyword: 'maximum', types: NUMBERS }],
    ['minlength', { keyword: 'minLength', types: TEXTS }],
    ['maxlength', { keyword: 'maxLength', types: TEXTS }],
    ['minLength', { keyword: 'minLength', types: TEXTS }],
    ['maxLength', { keyword: 'maxLength', types: TEXTS }],
  ]);
/** Lists the options of a path that the document type says in other places: `required` and `indices`. */
const TYPE_OPTIONS: ReadonlySet<string> = new Set(['required', 'unique', 'index']);
/** Lists the types that contracts, Mongoose and JSON Schema spell alike. */
const SHARED_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);
const INDEX_OPTIONS: ReadonlySet<string> = new Set(['unique', 'index']);
/** Limits the text and the bytes of an index. */
const INDEXED_LENGTH = 63;
const LIMITS_IN_INDEX: ReadonlyMap<string, Members> = new Map([
  ['string', { maxLength: INDEXED_LENGTH }],
  ['array', { maxItems: 255 }],
]);

const typeOf = (value: Json | undefined): Json | undefined =>
  isRecord(value) ? (value['type'] ?? value['bsonType']) : value;

const findKeywords = (type: Json | undefined): Readonly<Members> | undefined =>
  typeof type === 'string' && type !== 'object' ? TYPE_WORDS.get(type.toLowerCase()) : undefined;

/** Returns the type of the elements of a Mongoose array: of ["String"], and of [{"type": "String"}]. */
function getElement(type: Json | undefined): Json | undefined {
  return Array.isArray(type) && type.length === 1 ? type[0] : undefined;
}

/**
 * Returns whether a value describes an array of a Mongoose schema: ["String"], or {"type": ["String"], …}. {"type": ["string"]} is text
 * in JSON Schema.
 */
export function isArrayPath(value: Json): boolean {
  const element = getElement(typeOf(value));
  const isTypeList = isRecord(value) && typeof element === 'string' && SHARED_TYPES.has(element);
  return !isTypeList && findKeywords(typeOf(element)) !== undefined;
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

/** Returns whether `timestamps` says more than which times a document has: other names for them, or a clock. */
const namesTimes = (value: Json | undefined): value is Json =>
  isRecord(value) && !isPath(value) && Object.values(value).some((time) => typeof time !== 'boolean');

/** Converts a Mongoose schema to a document type. A path that is an array stays as it is: its author must decide. */
export function convertMongoose(type: Members): Members {
  const { schema, timestamps, ...others } = type;
  const paths = Object.entries(findPaths(type) ?? {}).filter(([name, value]) => !isTimestamps(name, value));
  const placed = paths.filter(([, value]) => !Array.isArray(value)).map(([name]) => name);
  const indexed = paths.filter(
    ([, value]) => (isSet(value, 'unique') || isSet(value, 'index')) && isIndexable(value),
  );
  const required = paths.flatMap(([name, value]) => (isSet(value, 'required') ? [name] : []));
  const times = [timestamps, isRecord(schema) ? schema['timestamps'] : undefined];
  const generated = ['createdAt', 'updatedAt'].filter((name) => times.some((value) => hasTime(value, name)));
  const names = [...required, ...generated.map((name) => `$${name}`)];
  const converted = {
    // Beside a member `schema` are options of the schema, which the rules report.
    ...(isRecord(schema) ? others : {}),
    type: 'object',
    properties: Object.fromEntries(
      paths.map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value
          : { position: placed.indexOf(name), ...convertPath(value, new Map(indexed).has(name)) },
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
  return sayInComment(
    converted,
    times.filter(namesTimes).map((value) => ['timestamps', value]),
  );
}

/**
 * Converts a path of a Mongoose schema to a property without a position. An array keeps its type, which the rules then
 * report. The model to which an ObjectId refers and the messages of options become a `$comment`; other options stay as they are.
 */
function convertPath(value: Json, isIndexed: boolean): Members {
  const type = typeOf(value);
  const element = getElement(type);
  const keywords = element === undefined ? (findKeywords(type) ?? {}) : { type: [markElement(element)] };
  const { type: _, bsonType: __, ...options } = isRecord(value) ? value : {};
  const converted: Members = { ...(isIndexed && LIMITS_IN_INDEX.get(keywordOf(keywords))), ...keywords };
  const said: [string, Json][] = [];
  for (const [name, inner] of Object.entries(options)) {
    const isSaidElsewhere =
      TYPE_OPTIONS.has(name) && isOption(inner) && (isIndexed || !INDEX_OPTIONS.has(name));
    const renamed = RENAMED.get(name);
    const first = Array.isArray(inner) ? (inner[0] ?? null) : inner;
    const isLimit =
      renamed !== undefined && typeof first === 'number' && renamed.types.has(keywordOf(keywords));
    if (isLimit) converted[renamed.keyword] = first;
    else if (!isSaidElsewhere && name !== 'ref') converted[name] = inner;
    // The message of an option, and the model that a path refers to.
    if ((Array.isArray(inner) && (isLimit || isSaidElsewhere)) || name === 'ref') said.push([name, inner]);
  }
  return sayInComment(converted, said);
}

const keywordOf = ({ type }: Members): string => (typeof type === 'string' ? type : '');

const isShort = (length: Json | undefined): boolean =>
  !(typeof length === 'number' && length > INDEXED_LENGTH);

/** Returns whether an index can have a path: not an array, nor a text that is longer than those of an index. */
function isIndexable(value: Json): boolean {
  const { type, maxLength, minLength } = convertPath(value, true);
  return typeof type === 'string' && type !== 'object' && isShort(maxLength) && isShort(minLength);
}

/** Writes the element of a Mongoose array so that it is no list of types of JSON Schema: ["string"] there is text. */
const markElement = (element: Json): Json =>
  typeof element === 'string' && SHARED_TYPES.has(element) ? { type: element } : element;

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
