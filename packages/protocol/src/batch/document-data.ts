import type { Field } from '../codec/struct.js';
import { isJsonObject, setMember, type Json } from '../codec/json.js';
import { textMapOf } from '../codec/map-of.js';
import { text } from '../codec/primitives.js';
import { value, valueToJson, type Value } from '../value/value.js';

/** Describes the properties of a document by name, sorted. */
export type DocumentData = ReadonlyMap<string, Value>;

const properties = textMapOf(text, value);

/**
 * Lists the properties of a document in a batch. JSON has each of them as a member of the transition itself; one whose
 * name begins with `$` cannot be told from a member of the transition there.
 */
export const documentData: Field<DocumentData> = {
  codec: properties,
  inline: {
    toJsonInto: (data, target) => {
      for (const [name, content] of data) setMember<Json>(target, name, valueToJson(content));
    },
    fromJson: (json) =>
      properties.fromJson(
        isJsonObject(json)
          ? Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('$')))
          : json,
      ),
  },
};
