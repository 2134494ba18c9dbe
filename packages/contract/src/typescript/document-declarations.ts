import type { Contract } from '../model/contract.js';
import type { DocumentType, Property } from '../model/contract-model.js';
import { listProperties } from '../model/property.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getInteger, getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { formatDocComment } from './doc-comment.js';
import { describeBounds, declareScalar, readDescriptions } from './property-type.js';
import { listSystemFields } from './system-fields.js';
import { quotePropertyName, quote } from './type-name.js';

/** Declares a document type: its data and its documents. @param isClient true for values as `@dapikit/client` reads them */
export function declareDocumentType(
  type: DocumentType,
  name: string,
  contract: Contract,
  protocol: ProtocolRules,
  isClient: boolean,
): string {
  const transient = readNames(type.node, 'transient');
  const properties = sortProperties(type.properties.filter(({ place }) => place === 'top'));
  const members = declareMembers(properties, type.node, '  ', { contract, protocol, type, transient });
  const words = readDescriptions(type.node);
  const data = [
    ...formatDocComment([`The data of a document of type ${quote(type.name)}.`, ...words], ''),
    `export interface ${name} {`,
    ...members,
    '}',
  ];
  const fields = listSystemFields(type, protocol, isClient).flatMap((field) => [
    ...formatDocComment([field.description], '  '),
    `  readonly ${field.name}${field.isOptional === true ? '?' : ''}: ${field.type};`,
  ]);
  const dropped = properties.map((property) => property.name).filter((one) => transient.has(one));
  const base = dropped.length === 0 ? name : omitTransient(name, dropped);
  const document = [
    ...formatDocComment([`A document of type ${quote(type.name)}, with the system properties.`], ''),
    `export interface ${name}Document extends ${base} {`,
    ...fields,
    '}',
  ];
  return [...data, '', ...document, ''].join('\n');
}

/** Omits transient properties: a create does not store them; before protocol 14 a replace does. */
function omitTransient(name: string, dropped: readonly string[]): string {
  const names = dropped.map(quote).join(' | ');
  return `Omit<${name}, ${names}>, Partial<Pick<${name}, ${names}>>`;
}

interface DeclarationContext {
  readonly contract: Contract;
  readonly protocol: ProtocolRules;
  readonly type: DocumentType;
  /** Properties of this object that are not stored. */
  readonly transient: ReadonlySet<string>;
  /** True inside the target of a reference. */
  readonly isReferred?: boolean;
}

function declareMembers(
  properties: readonly Property[],
  container: JsonNode,
  margin: string,
  around: DeclarationContext,
): string[] {
  const required = readNames(container, 'required');
  const byPath = readNames(around.type.node, 'required');
  return properties.flatMap((property) => {
    const { name, path } = property;
    const isRequired = required.has(name) || byPath.has(path);
    const notes = around.transient.has(name) ? ['Transient: checked and not stored.'] : [];
    const comment = [
      ...readDescriptions(property.node, property.schema),
      ...describeBounds(property),
      ...notes,
    ];
    const opening = `${margin}${quotePropertyName(name)}${isRequired ? '' : '?'}: `;
    const declared = declareType(property, margin, around);
    return [...formatDocComment(comment, margin), `${opening}${declared.join('\n')};`];
  });
}

function declareType(property: Property, margin: string, around: DeclarationContext): string[] {
  const { schema } = property;
  if (property.type !== 'object' || schema === undefined) return [declareScalar(property)];
  const isReferred = schema !== property.node;
  // References in references could stand for more than can be printed.
  if (isReferred && around.isReferred === true) return ['Record<string, unknown>'];
  const inner = declareMembers(sortProperties(listProperties(property)), schema, `${margin}  `, {
    ...around,
    transient: new Set(),
    isReferred: isReferred || around.isReferred === true,
  });
  return inner.length === 0 ? ['Record<string, never>'] : ['{', ...inner, `${margin}}`];
}

const getPosition = ({ node, schema }: Property): bigint =>
  getInteger(getMember(node, 'position')) ?? getInteger(getMember(schema, 'position')) ?? 0n;

/** Sorts by position, and by name for equal positions. */
function sortProperties(properties: readonly Property[]): Property[] {
  return properties.toSorted((a, b) => {
    const difference = Number(getPosition(a) - getPosition(b));
    return difference !== 0 ? difference : a.name < b.name ? -1 : 1;
  });
}

function readNames(container: JsonNode, keyword: string): ReadonlySet<string> {
  const names = getItems(getMember(container, keyword)).map(getText);
  return new Set(names.filter((name) => name !== undefined));
}
