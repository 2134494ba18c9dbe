import {
  getBoolean,
  getInteger,
  getItems,
  type JsonNode,
  getMember,
  type ObjectNode,
  asObject,
  getText,
} from '../source/json-node.js';
import type { ContractFrame, DocumentType, Index, Property } from './contract-model.js';
import { buildProperties } from './property.js';
import { hasReference } from './reference.js';

/** Builds a document type. */
export function buildDocumentType(name: string, node: ObjectNode, contract: ContractFrame): DocumentType {
  const propertiesNode = getMember(node, 'properties');
  const properties: Property[] = [];
  const indices: Index[] = [];
  const fields = new Map<string, Property>();
  const documentType: DocumentType = {
    name,
    node,
    contract,
    propertiesNode,
    properties,
    fields,
    indices,
    hasReferences: hasReference(node) || (contract.defsNode !== undefined && hasReference(contract.defsNode)),
    isMutable:
      getBoolean(getMember(node, 'documentsMutable')) ?? contract.config.documentsMutableContractDefault,
  };
  const around = {
    contract,
    documentType,
    fields,
    followed: new Set<JsonNode>(),
    place: 'top',
    isParsed: true,
  } as const;
  for (const property of buildProperties(propertiesNode, around)) properties.push(property);
  for (const [at, item] of getItems(getMember(node, 'indices')).entries()) {
    if (item.kind === 'object') indices.push(buildIndex(item, at, documentType));
  }
  for (const { entries } of indices)
    for (const { key } of entries) {
      const schema = fields.get(String(key))?.schema;
      if (schema !== undefined) contract.indexed.add(schema);
    }
  return documentType;
}

function buildIndex(node: ObjectNode, at: number, documentType: DocumentType): Index {
  const name = getText(getMember(node, 'name'));
  const listed = getItems(getMember(node, 'properties'));
  const entries: JsonNode[] = [];
  for (const entry of listed)
    if (entry.kind === 'object' && entry.members.size === 1) entries.push(...entry.members.values());
  return {
    node,
    documentType,
    label: name === undefined ? `index ${at}` : `index "${name}"`,
    name,
    entries,
    isComplete: listed.length > 0 && entries.length === listed.length,
    unique: getBoolean(getMember(node, 'unique')) === true,
    contested: asObject(getMember(node, 'contested')),
  };
}

/** Returns whether documents of a type can change owner, by transfer or by sale. */
export function canChangeOwner({ node }: DocumentType): boolean {
  return (
    getInteger(getMember(node, 'transferable')) === 1n || getInteger(getMember(node, 'tradeMode')) === 1n
  );
}

/**
 * Returns whether a property is in every document: `required` at its level names it, or `required` of the type names
 * its path.
 */
export function isRequired({ node }: DocumentType, property: Property): boolean {
  return requires(node, property.path) || requires(property.parentSchema, property.name);
}

/** Returns the schema whose property a schema is; undefined for others, such as a definition. */
export const enclosingSchema = (property: JsonNode | undefined): JsonNode | undefined =>
  property?.parent?.key === 'properties' ? property.parent.parent : undefined;

/** Returns whether `required` of the enclosing schema names a property. */
export const isNamedRequired = (property: JsonNode | undefined): boolean =>
  requires(enclosingSchema(property), String(property?.key));

/** Returns whether `required` of a schema names a property. */
export const requires = (schema: JsonNode | undefined, name: string): boolean =>
  getItems(getMember(schema, 'required')).some((item) => item.kind === 'string' && item.value === name);
