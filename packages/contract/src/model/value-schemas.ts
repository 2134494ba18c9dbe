import { getMember, type JsonNode } from '../source/json-node.js';
import type { DocumentType, Property } from './contract-model.js';

/** Holds the schema of a property, or of the elements of a list. */
export interface ValueSchema {
  readonly property: Property;
  readonly schema: JsonNode;
  readonly isElement: boolean;
}

/** Lists the schemas that describe values of a document type: those of its properties, and of the elements of lists. */
export function listValueSchemas({ fields }: DocumentType): ValueSchema[] {
  const found: ValueSchema[] = [];
  for (const property of fields.values()) {
    const { schema } = property;
    if (schema === undefined || property.isOpen) continue;
    found.push({ property, schema, isElement: false });
    const items = getMember(schema, 'items');
    if (items?.kind === 'object') found.push({ property, schema: items, isElement: true });
  }
  return found;
}

/** Lists the values that have a keyword. A keyword beside a reference counts as that of the property. */
export function listKeywordValues(
  type: DocumentType,
  keyword: string,
): (ValueSchema & { readonly node: JsonNode })[] {
  return listValueSchemas(type).flatMap((value) => {
    const { property, schema, isElement } = value;
    const node = getMember(schema, keyword) ?? (isElement ? undefined : getMember(property.node, keyword));
    return node === undefined ? [] : [{ ...value, node }];
  });
}
