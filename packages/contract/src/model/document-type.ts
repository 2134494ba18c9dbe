import {
  booleanOf,
  integerOf,
  itemsOf,
  type JsonNode,
  member,
  type ObjectNode,
  objectOf,
  textOf,
} from '../source/json-node.js';
import type { ContractFrame } from './contract-frame.js';
import { Fields } from './fields.js';
import { buildProperties, type Property, type Surroundings } from './property.js';

/** An entry of `documentSchemas`. */
export interface DocumentType {
  readonly name: string;
  readonly node: ObjectNode;
  readonly contract: ContractFrame;
  readonly propertiesNode: JsonNode | undefined;
  /** The properties directly under the type. */
  readonly properties: readonly Property[];
  /** Every property and every property of an object inside, by dotted path, references followed. */
  readonly fields: Pick<Fields, 'get' | 'has'>;
  readonly indices: readonly Index[];
  /** Whether documents may be replaced: the type's own option, or the contract's default. */
  readonly mutable: boolean;
}

/** An element of `indices`. */
export interface Index {
  readonly node: ObjectNode;
  readonly documentType: DocumentType;
  /** How the index is called in messages. */
  readonly label: string;
  readonly name: string | undefined;
  /** The properties in order: those entries that are an object with one member. */
  readonly entries: readonly JsonNode[];
  /** Whether every entry is well formed, so that the list of names is the whole list. */
  readonly complete: boolean;
  readonly unique: boolean;
  readonly contested: ObjectNode | undefined;
}

/** Reads a document type. */
export function buildDocumentType(name: string, node: ObjectNode, contract: ContractFrame): DocumentType {
  const propertiesNode = member(node, 'properties');
  const properties: Property[] = [];
  const indices: Index[] = [];
  const documentType: DocumentType = {
    name,
    node,
    contract,
    propertiesNode,
    properties,
    get fields() {
      return fields;
    },
    indices,
    mutable: booleanOf(member(node, 'documentsMutable')) ?? contract.config.documentsMutableContractDefault,
  };
  const around: Surroundings = { contract, documentType, place: 'top' };
  const fields = new Fields(propertiesNode, around);
  for (const property of buildProperties(propertiesNode, around)) properties.push(property);
  for (const [at, item] of itemsOf(member(node, 'indices')).entries()) {
    if (item.kind === 'object') indices.push(buildIndex(item, at, documentType));
  }
  return documentType;
}

function buildIndex(node: ObjectNode, at: number, documentType: DocumentType): Index {
  const name = textOf(member(node, 'name'));
  const listed = itemsOf(member(node, 'properties'));
  const entries = listed.flatMap((entry) =>
    entry.kind === 'object' && entry.members.size === 1 ? [...entry.members.values()] : [],
  );
  return {
    node,
    documentType,
    label: name === undefined ? `index ${at}` : `index "${name}"`,
    name,
    entries,
    complete: listed.length > 0 && entries.length === listed.length,
    unique: booleanOf(member(node, 'unique')) === true,
    contested: objectOf(member(node, 'contested')),
  };
}

/** Whether documents of a type can change hands, by transfer or by sale. */
export function changesHands({ node }: DocumentType): boolean {
  return integerOf(member(node, 'transferable')) === 1n || integerOf(member(node, 'tradeMode')) === 1n;
}

/** Whether a property, by dotted path, is in every document: named by `required` at its level, or by its whole path. */
export function isRequired({ node }: DocumentType, property: Property): boolean {
  return (
    requiredNames(node).includes(property.path) || requiredNames(property.holder).includes(property.name)
  );
}

function requiredNames(holder: JsonNode | undefined): (string | undefined)[] {
  return itemsOf(member(holder, 'required')).map(textOf);
}
