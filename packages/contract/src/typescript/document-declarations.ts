import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/document-type.js';
import { buildProperties, type Property } from '../model/property.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { integerOf, itemsOf, member, textOf, type JsonNode } from '../source/json-node.js';
import { docComment } from './doc-comment.js';
import { boundsOf, scalarType, wordsOf } from './property-type.js';
import { systemFields } from './system-fields.js';
import { propertyName, quoted } from './type-name.js';

/** The declarations of one document type: its data, and its documents. */
export function documentDeclarations(
  type: DocumentType,
  name: string,
  contract: Contract,
  protocol: ProtocolRules,
): string {
  const transient = namesIn(type.node, 'transient');
  const properties = inOrder(type.properties.filter(({ place }) => place === 'top'));
  const members = memberLines(properties, type.node, '  ', { contract, protocol, type, transient });
  const words = wordsOf(type.node);
  const data = [
    ...docComment([`The data of a document of type ${quoted(type.name)}.`, ...words], ''),
    `export interface ${name} {`,
    ...members,
    '}',
  ];
  const fields = systemFields(type, protocol).flatMap((field) => [
    ...docComment([field.description], '  '),
    `  readonly ${field.name}${field.isOptional === true ? '?' : ''}: ${field.type};`,
  ]);
  const dropped = properties.map((property) => property.name).filter((one) => transient.has(one));
  const base = dropped.length === 0 ? name : withoutDropped(name, dropped);
  const document = [
    ...docComment([`A document of type ${quoted(type.name)}, with the fields of the system.`], ''),
    `export interface ${name}Document extends ${base} {`,
    ...fields,
    '}',
  ];
  return [...data, '', ...document, ''].join('\n');
}

/** Transient properties are not stored on create; before protocol 14 a replace stores them. */
function withoutDropped(name: string, dropped: readonly string[]): string {
  const names = dropped.map(quoted).join(' | ');
  return `Omit<${name}, ${names}>, Partial<Pick<${name}, ${names}>>`;
}

interface Surroundings {
  readonly contract: Contract;
  readonly protocol: ProtocolRules;
  readonly type: DocumentType;
  /** The properties of this object that are not stored. */
  readonly transient: ReadonlySet<string>;
}

function memberLines(
  properties: readonly Property[],
  holder: JsonNode,
  margin: string,
  around: Surroundings,
): string[] {
  const required = namesIn(holder, 'required');
  const byPath = namesIn(around.type.node, 'required');
  return properties.flatMap((property) => {
    const { name, path } = property;
    const isRequired = required.has(name) || byPath.has(path);
    const notes = around.transient.has(name) ? ['Transient: it is checked, and not stored.'] : [];
    const comment = [...wordsOf(property.node, property.schema), ...boundsOf(property), ...notes];
    const opening = `${margin}${propertyName(name)}${isRequired ? '' : '?'}: `;
    const declared = typeLines(property, margin, around);
    return [...docComment(comment, margin), `${opening}${declared.join('\n')};`];
  });
}

function typeLines(property: Property, margin: string, around: Surroundings): string[] {
  const { schema } = property;
  if (property.type !== 'object' || schema === undefined) return [scalarType(property)];
  const inner = memberLines(inOrder(childrenOf(property, around)), schema, `${margin}  `, {
    ...around,
    transient: new Set(),
  });
  return inner.length === 0 ? ['Record<string, never>'] : ['{', ...inner, `${margin}}`];
}

/** The properties of an object, also of one that a reference leads to. */
function childrenOf(property: Property, { contract, protocol, type }: Surroundings): readonly Property[] {
  const { schema, path } = property;
  if (property.children.length > 0 || schema === undefined) return property.children;
  return buildProperties(member(schema, 'properties'), {
    contract,
    documentRoot: type.node,
    protocol,
    fields: new Map(),
    place: 'nested',
    prefix: path,
    holder: schema,
    isReferred: true,
  });
}

const positionOf = ({ node, schema }: Property): bigint =>
  integerOf(member(node, 'position')) ?? integerOf(member(schema, 'position')) ?? 0n;

/** By position, and by name where positions say nothing. */
function inOrder(properties: readonly Property[]): Property[] {
  return properties.toSorted((a, b) => {
    const difference = Number(positionOf(a) - positionOf(b));
    return difference !== 0 ? difference : a.name < b.name ? -1 : 1;
  });
}

function namesIn(holder: JsonNode, keyword: string): ReadonlySet<string> {
  const names = itemsOf(member(holder, keyword)).map(textOf);
  return new Set(names.filter((name) => name !== undefined));
}
