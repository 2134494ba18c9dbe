import { TYPE_WORDS } from '../foreign/type-words.js';
import { isNamedRequired } from '../model/document-type.js';
import { canHaveType, findMisfits, listForeignKeywords } from '../schema/keywords-by-type.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import { getItems, getMember, getPointer, getText, type JsonNode } from '../source/json-node.js';
import type { Finding } from './rule.js';
import { isArrayOfValues, NO_BYTES } from './misplaced-schema.js';

const TIME_TYPE =
  'Write "integer" for milliseconds since 1970, or "string" with "format": "date-time" and a maxLength. The platform records when a document was created: name "$createdAt" in "required".';
const TIME_WORDS: ReadonlySet<string> = new Set(['date', 'datetime', 'timestamp']);

const UNREQUIRE = 'remove the property from "required": a document has no null, but can lack a property.';

const quoteAll = (words: readonly string[], conjunction: string): string =>
  words.map((word) => `"${word}"`).join(` ${conjunction} `);

/**
 * Suggests the type that the keywords and literal values beside it have, where they do not fit the one that is written. Several types can fit, such as
 * "integer" and "number": the author decides. Without any, the keywords of other types are the ones to remove.
 */
function fixMisfit(type: JsonNode, written: string, isNullable: boolean): Pick<Finding, 'fix' | 'patch'> {
  const { parent } = type;
  const foreign = listForeignKeywords(parent, written);
  const end = isNullable ? ` Then ${UNREQUIRE}` : '';
  if (foreign.length === 0 && findMisfits(parent, written).length === 0)
    return { fix: `Write "${written}", and what the object has into "properties".${end}` };
  const isWhole = (name: string): boolean =>
    canHaveType(parent, name) && (name !== 'array' || getMember(parent, 'byteArray') !== undefined);
  const fitting = PROPERTY_TYPES.filter(isWhole);
  const [only, ...others] = fitting;
  const cause =
    foreign.length === 0
      ? `"enum" and "const" have values of another type than "${written}"`
      : `${quoteAll(foreign, 'and')} ${foreign.length === 1 ? 'has' : 'have'} no effect on type "${written}"`;
  if (only === undefined)
    return { fix: `Write "${written}", and remove what does not belong to it: ${cause}.${end}` };
  return {
    fix: `Write ${quoteAll(fitting, 'or')}: ${cause}.${end}`,
    // No index can have an object: its author decides.
    ...(others.length === 0 && only !== 'object' && !isNullable && foreign.length > 0
      ? { patch: [{ op: 'replace' as const, path: getPointer(type), value: only }] }
      : {}),
  };
}

/** Suggests a type for one of another language: the keywords that say the same, or the one type beside null. */
export function fixType(type: JsonNode): Pick<Finding, 'fix' | 'patch'> | undefined {
  const path = getPointer(type);
  const listed = getItems(type).flatMap((item) => getText(item) ?? []);
  const [only, ...others] = listed.filter((name) => name !== 'null');
  if (only !== undefined && others.length === 0 && PROPERTY_TYPES.includes(only)) {
    const isNullable = listed.includes('null') && isNamedRequired(type.parent);
    const foreign = listForeignKeywords(type.parent, only);
    if (only === 'array' && foreign.length === 0 && getMember(type.parent, 'byteArray') === undefined)
      return { fix: NO_BYTES };
    if (!canHaveType(type.parent, only)) return fixMisfit(type, only, isNullable);
    return {
      fix: isNullable
        ? `Write "${only}", and ${UNREQUIRE}`
        : `Write "${only}": a property that "required" does not name is optional.`,
      ...(isNullable ? {} : { patch: [{ op: 'replace' as const, path, value: only }] }),
    };
  }
  if (type.parent !== undefined && type.kind === 'array' && isArrayOfValues(type.parent))
    return { fix: NO_BYTES };
  const word = getText(type)?.toLowerCase() ?? '';
  if (TIME_WORDS.has(word)) return { fix: TIME_TYPE };
  const keywords = TYPE_WORDS.get(word);
  if (keywords === undefined || keywords['type'] === getText(type)) return undefined;
  const schema = path.slice(0, -'/type'.length);
  const named = typeof keywords['type'] === 'string' ? keywords['type'] : '';
  const isFitting = canHaveType(type.parent, named);
  const foreign = listForeignKeywords(type.parent, named);
  if (foreign.length > 0 && Object.keys(keywords).length === 1) return fixMisfit(type, named, false);
  const members = Object.entries(keywords).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  const rest =
    foreign.length === 0 ? '' : ` Remove ${quoteAll(foreign, 'and')}: no effect on type "${named}".`;
  return {
    fix: `Write ${members.join(', ')}.${rest}`,
    ...(isFitting && {
      patch: Object.entries(keywords).flatMap(([name, value]) =>
        name !== 'type' && getMember(type.parent, name) !== undefined
          ? []
          : [{ op: name === 'type' ? 'replace' : 'add', path: `${schema}/${name}`, value } as const],
      ),
    }),
  };
}
