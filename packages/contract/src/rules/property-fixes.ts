import { isExact } from '../foreign/plain-value.js';
import { enclosingSchema, isNamedRequired } from '../model/document-type.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getItems, getMember, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { KEYWORD_SHAPES } from '../schema/keyword-shape.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import type { Finding } from './rule.js';
import { addMember } from './single-reading.js';
import { appendTo } from './keyword-moves.js';

const INDEX_LIMITS = `An index has texts of at most ${LIMITS.indexedTextLength} characters and byte arrays of at most ${LIMITS.indexedBytesLength} bytes, and no objects.`;

/** Names the types that are short for arrays of bytes. */
export const SHORT_TYPES: ReadonlySet<string> = new Set(['identifier', 'bytes']);

/** Tells how to write the type of a byte array or an identifier. */
export const LONG_FORM =
  'Write the long form: "type": "array", "byteArray": true, "minItems" and "maxItems"; of an identifier 32 bytes, with "contentMediaType": "application/x.dash.dpp.identifier".';

/** Maps keywords of other schema languages to what to write instead. */
export const REPLACEMENT_FIXES: ReadonlyMap<string, string> = new Map([
  ['default', 'Write it into "$comment": the platform fills in no values. Fill them in in the application.'],
  ['title', 'Write it into "description".'],
  ['items', 'Remove it: an array contains only bytes ("byteArray": true).'],
  ['nullable', 'Remove it: a property that "required" does not name is optional.'],
  ['optional', 'Remove it: a property that "required" does not name is optional.'],
  ['unique', `Write an index with "unique": true into "indices". ${INDEX_LIMITS}`],
  ['indexed', `Write an index into "indices". ${INDEX_LIMITS}`],
]);

/** Tells how to write an object whose type is missing. */
export const OBJECT_FIX = 'It is an object: write "type": "object", and what it has into "properties".';

/** Suggests the type that all values of `enum` and `const` have. */
export function typeOfChoices(node: JsonNode): Pick<Finding, 'fix' | 'patch'> {
  const constant = getMember(node, 'const');
  const values = [...getItems(getMember(node, 'enum')), ...(constant === undefined ? [] : [constant])];
  const types = new Set(values.map((value) => (getInteger(value) === undefined ? value.kind : 'integer')));
  const [type = ''] = types;
  return types.size === 1 && ['string', 'number', 'integer', 'boolean'].includes(type)
    ? addMember(node, 'type', type)
    : {};
}

/** Suggests the bound of drafts after 4 for `"exclusiveMinimum": true` beside `minimum`, and so on. */
export function fixExclusive(name: string, value: JsonNode): Pick<Finding, 'fix' | 'patch'> | undefined {
  const other = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' }[name];
  const bound = other === undefined ? undefined : getMember(value.parent, other);
  if (value.kind !== 'boolean' || bound?.kind !== 'number' || !isExact(bound)) return undefined;
  const path = getPointer(value);
  const said = value.value ? bound : value;
  return {
    fix: value.value ? `Write "${name}": ${bound.value}, and remove ${other}.` : 'Remove it.',
    patch: [
      ...(value.value ? [{ op: 'replace' as const, path, value: bound.value }] : []),
      { op: 'remove', path: getPointer(said) },
    ],
  };
}

/** Returns whether JSON Schema accepts a list as a type. Its engine also accepts an empty list and repetitions. */
export const isTypeList = (node: JsonNode, isOpen: boolean): boolean =>
  (isOpen ? node.kind === 'array' : KEYWORD_SHAPES.choices.fits(node)) &&
  getItems(node).every((item) => [...PROPERTY_TYPES, 'null'].includes(getText(item) ?? ''));

/** Suggests to name a property in `required` of the enclosing object, where it says itself that it is required. */
export function fixRequired(value: JsonNode): Pick<Finding, 'fix' | 'patch'> {
  const remove = { op: 'remove', path: getPointer(value) } as const;
  const property = value.parent;
  const owner = enclosingSchema(property);
  if (value.kind !== 'boolean' || owner === undefined) return {};
  const isSaid = value.value === isNamedRequired(property);
  const added = isSaid ? [] : value.value ? appendTo(owner, 'required', property?.key) : undefined;
  return {
    fix: value.value
      ? 'Remove it, and name the property in "required" of the enclosing object.'
      : 'Remove it: a property that "required" does not name is optional.',
    ...(added && { patch: [remove, added].flat() }),
  };
}

/** Suggests an `enum` for alternatives that are one value each. */
export function fixAlternatives(name: string, node: JsonNode): Pick<Finding, 'fix' | 'patch'> | undefined {
  if (name !== 'oneOf' && name !== 'anyOf') return undefined;
  const values = getItems(node).map((item) => {
    const value = getMember(item, 'const');
    return item.kind === 'object' && item.members.size === 1 && value?.kind === 'string'
      ? value.value
      : undefined;
  });
  if (values.length === 0 || values.includes(undefined) || getMember(node.parent, 'enum') !== undefined)
    return undefined;
  const path = getPointer(node);
  return {
    fix: `Write "enum": ${JSON.stringify(values)}.`,
    patch: [
      { op: 'remove', path },
      { op: 'add', path: `${path.slice(0, -name.length)}enum`, value: values },
    ],
  };
}

/** Suggests the limits of a byte array or a text for its "length" or "size". */
export function fixLength(name: string, node: JsonNode): Pick<Finding, 'fix' | 'patch'> | undefined {
  const length = getInteger(node);
  const type = getText(getMember(node.parent, 'type'));
  const [min, max] = type === 'array' ? ['minItems', 'maxItems'] : ['minLength', 'maxLength'];
  const isTaken = [min, max].some((keyword) => getMember(node.parent, keyword ?? '') !== undefined);
  if (!['length', 'size'].includes(name) || length === undefined || length < 0n || isTaken) return undefined;
  if (type !== 'array' && type !== 'string') return undefined;
  const path = getPointer(node);
  return {
    fix: `Write "${min}": ${length}, "${max}": ${length}.`,
    patch: [
      { op: 'remove', path },
      ...[min, max].map((keyword) => ({
        op: 'add' as const,
        path: `${path.slice(0, -name.length)}${keyword}`,
        value: Number(length),
      })),
    ],
  };
}
