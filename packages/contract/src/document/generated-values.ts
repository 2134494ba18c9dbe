import type { DocumentType } from '../model/contract-model.js';
import { getItems, getMember, getText } from '../source/json-node.js';
import { getMembers, type Data } from './data.js';
import { TEXT_FUNCTIONS } from './generated-text.js';
import { valueAt } from './value-at.js';

/** Describes a property whose value the platform computes. */
export interface GeneratedProperty {
  readonly path: string;
  readonly functionName: string;
  readonly params: readonly string[];
  readonly compute: (text: string) => string;
}

/** Lists the properties of a type with `generatedFrom`. */
export function listGenerated(type: DocumentType): readonly GeneratedProperty[] {
  return [...type.fields.values()].flatMap(({ path, schema }) => {
    const node = getMember(schema, 'generatedFrom');
    const functionName = getText(getMember(node, 'function')) ?? '';
    const compute = TEXT_FUNCTIONS.get(functionName);
    const params = getItems(getMember(node, 'params'))
      .map(getText)
      .filter((text) => text !== undefined);
    return compute === undefined || params.length !== 1 ? [] : [{ path, functionName, params, compute }];
  });
}

/** Returns the value that the platform computes; undefined where the other text is absent. */
export function generateValue(
  { params, compute }: GeneratedProperty,
  data: ReadonlyMap<string, Data>,
): string | undefined {
  const text = valueAt(data, params[0] ?? '');
  return typeof text === 'string' ? compute(text) : undefined;
}

/**
 * Fills in generated values that are absent, where the document has the object around them.
 *
 * @returns the properties with the values, and the values by path.
 */
export function fillGenerated(
  properties: readonly GeneratedProperty[],
  data: ReadonlyMap<string, Data>,
): { readonly data: ReadonlyMap<string, Data>; readonly filled: ReadonlyMap<string, string> } {
  const filled = new Map<string, string>();
  let result = data;
  for (const property of properties) {
    if (hasValue(data, property.path)) continue;
    const value = generateValue(property, data);
    const next = value === undefined ? undefined : setValue(result, property.path.split('.'), value);
    if (value === undefined || next === undefined) continue;
    result = next;
    filled.set(property.path, value);
  }
  return { data: result, filled };
}

/** Returns whether a document sends a property, even null. */
function hasValue(data: ReadonlyMap<string, Data>, path: string): boolean {
  let value: Data | undefined = data;
  for (const key of path.split('.')) value = value === undefined ? undefined : getMembers(value)?.get(key);
  return value !== undefined;
}

function setValue(
  data: ReadonlyMap<string, Data>,
  keys: readonly string[],
  value: string,
): ReadonlyMap<string, Data> | undefined {
  const [key = '', ...rest] = keys;
  if (rest.length === 0) return new Map([...data, [key, value]]);
  const inner = getMembers(data.get(key) ?? null);
  const changed = inner && setValue(inner, rest, value);
  return changed && new Map([...data, [key, changed]]);
}
