import { isRecord, type Json } from './plain-value.js';
import { sayInComment } from './say-in-comment.js';
import { TYPE_WORDS } from './type-words.js';

type Members = { [name: string]: Json };

/** Returns whether a value is a `$jsonSchema` of MongoDB: a schema with `bsonType`. */
export const isBsonSchema = (value: Json | undefined): value is Members =>
  isRecord(value) && typeof value['bsonType'] === 'string';

/** Returns whether a schema says more than its type. */
const saysMore = (schema: Json | undefined): schema is Json =>
  schema !== undefined && !(isRecord(schema) && Object.keys(schema).every((name) => name === 'bsonType'));

/**
 * Converts a `$jsonSchema` of MongoDB to a schema of a contract. `_id` is left out, as each document has its `$id`; what it says beyond
 * its type becomes a `$comment`.
 */
export function convertBson(schema: Members): Members {
  const { bsonType = null, properties, ...rest } = schema;
  const words = typeof bsonType === 'string' ? TYPE_WORDS.get(bsonType.toLowerCase()) : undefined;
  const keywords = words ?? (bsonType === null ? {} : { type: bsonType });
  if (!isRecord(properties))
    return { ...keywords, ...rest, ...(properties === undefined ? {} : { properties }) };
  const members = Object.entries(properties).filter(([name]) => name !== '_id');
  const { required } = rest;
  const id = properties['_id'];
  const converted = {
    ...keywords,
    properties: Object.fromEntries(
      members.map(([name, inner], position) => [
        name,
        isRecord(inner) ? { position, ...convertBson(inner) } : inner,
      ]),
    ),
    ...rest,
    ...(Array.isArray(required) ? { required: required.filter((name) => name !== '_id') } : {}),
    ...(isRecord(rest['additionalProperties']) ? {} : { additionalProperties: false }),
  };
  return sayInComment(converted, saysMore(id) ? [['_id', id]] : []);
}
