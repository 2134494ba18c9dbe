import { getMember, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { convertBson, isBsonSchema } from './convert-bson.js';
import { sayInComment } from './say-in-comment.js';
import { convertMongoose, isMongoose, isUnnamedMongoose } from './convert-mongoose.js';
import { isRecord, listReferences, moveReferences, getPlainValue, type Json } from './plain-value.js';

type Members = { [name: string]: Json };

/** Describes a file in another schema language. */
export interface ForeignSchema {
  /** Name of the language in messages. */
  readonly language: string;
  /** Explains the difference. */
  readonly difference: string;
  /** The same as a contract, as far as it can be said in one; undefined if there is nothing to convert. */
  readonly converted: Json | undefined;
  /** Points at the document type that is written so; undefined for the whole file. */
  readonly at?: JsonNode;
}

/** Limits the size: a larger file is no contract. */
const MAX_MEMBERS = 2000;
const WHOLE = [
  '$formatVersion',
  '$format_version',
  'documentSchemas',
  'schemaDefs',
  'ownerId',
  'tokens',
  'documents',
  '$defs',
];

/**
 * Recognises a file that is written in another schema language, and that the network would reject for it: OpenAPI,
 * MongoDB, Mongoose, or JSON Schema with `definitions`.
 *
 * @param isKeywordListClosed true if the network rejects unknown keywords of document types, such as `definitions`.
 */
export function recogniseForeign(root: ObjectNode, isKeywordListClosed: boolean): ForeignSchema | undefined {
  if (root.members.size === 0 || root.members.size > MAX_MEMBERS) return undefined;
  const isWhole = WHOLE.some((name) => root.members.has(name));
  if (!isWhole && ['openapi', 'swagger'].some((name) => root.members.get(name)?.kind === 'string'))
    return recogniseOpenApi(toMembers(root));
  if (!isWhole && (root.members.has('$jsonSchema') || root.members.has('validator')))
    return recogniseMongo(toMembers(root));
  if (root.members.get('definitions')?.kind === 'object') return recogniseDefinitions(toMembers(root));
  const inner = isKeywordListClosed ? recogniseInnerDefinitions(root) : undefined;
  if (inner !== undefined) return inner;
  // Most contracts have types with properties: nothing is copied for them.
  const hasType = [...root.members.values()].some((type) => getMember(type, 'properties')?.kind === 'object');
  if (!isWhole && !hasType && isUnnamedMongoose(toMembers(root)))
    return { ...MONGOOSE, converted: { document: convertMongoose(toMembers(root)) } };
  const [first] = root.members.values();
  const isUsual = getMember(first, 'type')?.kind === 'string';
  const isBson = getMember(first, 'bsonType') !== undefined;
  return isWhole || isUsual || (getMember(first, 'properties') !== undefined && !isBson)
    ? undefined
    : recogniseTypes(toMembers(root));
}

/**
 * Recognises the document types of a whole contract that are written in the language of MongoDB or Mongoose, and that
 * the network would reject for it.
 */
export function recogniseForeignTypes(root: ObjectNode): ForeignSchema[] {
  if (root.members.size > MAX_MEMBERS) return [];
  return ['documents', 'documentSchemas'].flatMap((map) => {
    const types = getMember(root, map);
    if (types?.kind !== 'object' || getMember(types, 'type')?.kind === 'string') return [];
    return [...types.members.values()].flatMap((at) => {
      const isSmall = at.kind === 'object' && at.members.size <= MAX_MEMBERS;
      const isUsual = at.kind === 'object' && (at.members.has('properties') || at.members.has('$ref'));
      const found =
        isSmall && !(isUsual && !at.members.has('bsonType')) ? recogniseType(getPlainValue(at)) : undefined;
      return found === undefined ? [] : [{ ...found, at }];
    });
  });
}

const toMembers = (root: ObjectNode): Members => {
  const value = getPlainValue(root);
  return isRecord(value) ? value : {};
};

/** Converts named schemas: each becomes a document type, and those to which others refer become definitions, too. */
function toContract(schemas: Members, prefix: string): Members {
  const referred = new Set(listReferences(schemas, prefix));
  const definitions = Object.fromEntries(Object.entries(schemas).filter(([name]) => referred.has(name)));
  const moved = moveReferences(schemas, prefix, '#/$defs/');
  return {
    documents: moved,
    ...(referred.size === 0 ? {} : { $defs: moveReferences(definitions, prefix, '#/$defs/') }),
  };
}

function recogniseOpenApi(root: Members): ForeignSchema {
  const components = isRecord(root['components']) ? root['components']['schemas'] : undefined;
  const schemas = isRecord(components) ? components : root['definitions'];
  const prefix = isRecord(components) ? '#/components/schemas/' : '#/definitions/';
  const place = isRecord(components) ? 'components' : 'definitions';
  // What else the file says stays beside the documents, where the network ignores it.
  const { [place]: parts, ...others } = root;
  const { schemas: _, ...rest } = place === 'components' && isRecord(parts) ? parts : {};
  const kept = Object.keys(rest).length === 0 ? others : { ...others, components: rest };
  return {
    language: 'OpenAPI',
    difference: 'a contract has its schemas under "documents", and no paths',
    converted:
      isRecord(schemas) && Object.keys(schemas).length > 0
        ? { ...kept, ...toContract(schemas, prefix) }
        : undefined,
  };
}

const MONGO = {
  language: 'MongoDB',
  difference: 'a document type has "type" instead of "bsonType", and a name',
};

function recogniseMongo(root: Members): ForeignSchema | undefined {
  const validator = isRecord(root['validator']) ? root['validator'] : root;
  const schema = validator['$jsonSchema'];
  if (!isBsonSchema(schema)) return undefined;
  const named = [root['collMod'], root['create'], schema['title']].find((name) => typeof name === 'string');
  const name = typeof named === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(named) ? named : 'document';
  const isName = (value: Json): boolean => value === name;
  const isSchema = (value: Json): boolean => value === schema || (value === validator && value !== root);
  const others = Object.entries(validator === root ? root : { ...root, ...validator }).filter(
    ([, value]) => !isName(value) && !isSchema(value),
  );
  return { ...MONGO, converted: { [name]: sayInComment(convertBson(schema), others) } };
}

/** Returns a value whose references to `definitions` go to `$defs`. */
const move = (value: Json): Json => moveReferences(value, '#/definitions/', '#/$defs/');

/** Recognises `definitions` of drafts before 2019-09, to which document types refer. */
function recogniseDefinitions(root: Members): ForeignSchema | undefined {
  const { definitions = {}, $defs, documents, ...others } = root;
  if (WHOLE.slice(0, -2).some((name) => name in root)) return undefined;
  const types = isRecord(documents)
    ? documents
    : Object.fromEntries(Object.entries(others).filter(([, value]) => isRecord(value)));
  const broken = Object.values(types).some(
    (type) =>
      isRecord(type) &&
      isRecord(type['properties']) &&
      !('definitions' in type) &&
      Object.values(type['properties']).some(
        (property) =>
          isRecord(property) &&
          typeof property['$ref'] === 'string' &&
          property['$ref'].startsWith('#/definitions/'),
      ),
  );
  const joined = joinDefinitions([$defs, definitions]);
  if (!broken || joined === undefined) return undefined;
  return {
    language: 'JSON Schema before draft 2019-09',
    difference:
      'shared definitions are under "$defs" beside "documents", and references start with "#/$defs/"',
    converted: {
      ...Object.fromEntries(
        Object.entries(others).flatMap(([name, value]) =>
          isRecord(documents) || !isRecord(value) ? [[name, move(value)]] : [],
        ),
      ),
      documents: move(types),
      $defs: move(joined),
    },
  };
}

/** Joins maps of definitions; returns undefined if two of them define a name differently. */
function joinDefinitions(maps: readonly (Json | undefined)[]): Members | undefined {
  const joined = new Map<string, Json>();
  for (const [name, schema] of maps.flatMap((map) => (isRecord(map) ? Object.entries(map) : []))) {
    const known = joined.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) return undefined;
    joined.set(name, schema);
  }
  return Object.fromEntries(joined);
}

function withoutDefinitions(type: Json): Json {
  if (!isRecord(type) || !isRecord(type['definitions'])) return type;
  const { definitions: _, ...rest } = type;
  return rest;
}

/** Recognises `definitions` of drafts before 2019-09 inside document types, to which their properties refer. */
function recogniseInnerDefinitions(root: ObjectNode): ForeignSchema | undefined {
  const documents = getMember(root, 'documents');
  const map = documents?.kind === 'object' ? documents : root;
  // Beside document types, "$defs" has definitions: one of them may be called "definitions".
  const isType = (name: string): boolean => map !== root || name !== '$defs';
  const hasInner = [...map.members].some(
    ([name, type]) => isType(name) && getMember(type, 'definitions')?.kind === 'object',
  );
  if (!hasInner) return undefined;
  const value = getPlainValue(map);
  const entries = Object.entries(isRecord(value) ? value : {});
  const definitions = joinDefinitions(
    entries.map(([name, type]) => (isType(name) && isRecord(type) ? type['definitions'] : undefined)),
  );
  if (definitions === undefined) return undefined;
  const types = Object.fromEntries(
    entries.map(([name, type]) => [name, isType(name) ? withoutDefinitions(type) : type]),
  );
  return recogniseDefinitions(
    map === root ? { ...types, definitions } : { ...toMembers(root), documents: types, definitions },
  );
}

const MONGOOSE = {
  language: 'Mongoose',
  difference:
    'a document type is an object with "type", "properties", "required" and "indices"; each property has a "position"',
};

/** Recognises one document type in the language of MongoDB or Mongoose. */
function recogniseType(type: Json): ForeignSchema | undefined {
  if (isBsonSchema(type)) return { ...MONGO, converted: convertBson(type) };
  return isMongoose(type) ? { ...MONGOOSE, converted: convertMongoose(type) } : undefined;
}

/** Recognises document types in the language of MongoDB or Mongoose. */
function recogniseTypes(root: Members): ForeignSchema | undefined {
  const types = Object.entries(root).map(([name, type]) => [name, recogniseType(type)] as const);
  const languages = new Set(types.map(([, found]) => found?.language));
  const [, first] = types[0] ?? [];
  if (first === undefined || languages.size !== 1) return undefined;
  return {
    ...first,
    converted: Object.fromEntries(types.map(([name, found]) => [name, found?.converted ?? null])),
  };
}
