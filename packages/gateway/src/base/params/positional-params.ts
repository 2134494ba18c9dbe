import { excerpt } from '../messages/json-rpc-error.js';
import type { Json } from '../messages/json.js';
import { isMismatch } from './mismatch.js';
import { mismatched, wrong } from './named-params.js';
import type { Param } from './param.js';
import type { ParamList } from '../method/param-list.js';

/** Describes a parameter by its place. */
export interface Place<T> {
  readonly name: string;
  /** Its name in messages. */
  readonly label: string;
  readonly param: Param<T>;
}

/** Describes the first parameter, and where in the request it is. */
export interface First<T> {
  readonly first: T;
  readonly at: string;
}

/**
 * Defines params by position whose first one is required and may be given alone, without an array. The others are checked and
 * dropped; further elements are ignored.
 */
export function firstOfPositional<T>(
  message: string,
  first: Place<T>,
  others: readonly Place<unknown>[],
): ParamList<First<T>> {
  const optionals = others.map(({ name }) => `${name}?`).join(', ');
  const expected = `an array [${first.name}, ${optionals}], or the ${first.name} as ${first.param.expected}`;
  return {
    schema: {
      oneOf: [
        first.param.schema,
        {
          type: 'array',
          minItems: 1,
          prefixItems: [first, ...others].map(({ name, param: { schema } }) => ({
            ...schema,
            description:
              typeof schema['description'] === 'string' ? `${name}: ${schema['description']}` : name,
          })),
        },
      ],
    },
    read: ({ value }) => {
      if (typeof value === 'string') return { first: readPlace(first, value, '/params'), at: '/params' };
      if (!Array.isArray(value)) throw wrong(message, { expected, found: excerpt(value), at: '/params' });
      if (value.length === 0)
        throw wrong(`missing ${first.label} parameter`, { expected, found: excerpt(value), at: '/params' });
      const read = readPlace(first, value[0] ?? null, '/params/0');
      for (const [index, place] of others.entries()) {
        const at = index + 1;
        const item = value[at];
        if (item !== undefined && item !== null) readPlace(place, item, `/params/${at}`);
      }
      return { first: read, at: '/params/0' };
    },
  };
}

function readPlace<T>({ label, param }: Place<T>, given: Json, at: string): T {
  const value = param.read(given);
  if (isMismatch(value)) throw mismatched(label, value, { expected: param.expected, found: given, at });
  return value;
}
