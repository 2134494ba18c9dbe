import { countCharacters } from '../text/count-characters.js';
import { INDEXABLE_SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType, Index, Property } from '../model/contract-model.js';
import { IDENTIFIER_MEDIA_TYPE } from '../model/identifier.js';
import { describeSince } from '../protocol/protocol-versions.js';
import { getInteger, getMember, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { indexWith, noteOf, TEXT_PROPERTY } from './example.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import type { Finding, Rule } from './rule.js';
import { addMember } from './single-reading.js';
import { suggestTextLength } from './text-length.js';
import { isMisspelled } from './misplaced-schema.js';
import { suggestName } from './suggest-name.js';

const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }] };

/** Returns whether an index is small enough to look for misspelled names. */
const isOfUsualSize = ({ documentType, entries }: Index): boolean =>
  !documentType.contract.isOversized &&
  documentType.indices.length <= LIMITS.indices &&
  entries.length <= LIMITS.indexProperties;

/** Returns whether an index of a type can use a system property. */
function isIndexableSystemName(name: string, { documentType }: Index, protocol: ProtocolRules): boolean {
  if (INDEXABLE_SYSTEM_PROPERTIES.has(name)) return true;
  if (name === '$moderatedAt' || name === '$moderatedBy')
    return protocol.extendedLanguage && getMember(abilitiesOf(documentType), 'changeFields') !== undefined;
  const { contract } = documentType;
  return (
    name === '$creatorId' &&
    protocol.creatorId &&
    contract.format !== '0' &&
    contract.config.format !== '0' &&
    canChangeOwner(documentType)
  );
}

/** Returns whether a name is that of a value in the document to which a property refers. */
const isDerivedName = (name: string, { fields }: DocumentType): boolean =>
  getMember(fields.get(name.split('.', 1)[0] ?? '')?.node, 'refersTo') !== undefined;

const abilitiesOf = ({ node }: DocumentType): JsonNode | undefined => getMember(node, 'moderatorAbilities');

/** Returns whether a schema along a dotted path is malformed, so that the property is unknown. */
function isUnclear(path: string, { fields, propertiesNode }: DocumentType): boolean {
  if (propertiesNode?.kind !== 'object') return true;
  const names = path.split('.');
  return names.some((_, at) => {
    const property = fields.get(names.slice(0, at + 1).join('.'));
    if (property === undefined) return false;
    return (
      !PROPERTY_TYPES.includes(property.type ?? '') ||
      (property.type === 'object' && !isObject(getMember(property.schema, 'properties')))
    );
  });
}

/** Suggests another property for an index: of an object, the first property inside it. */
function suggestProperty(
  name: string,
  property: Property | undefined,
  { fields }: DocumentType,
): Pick<Finding, 'fix' | 'suggestion'> {
  if (property === undefined) return suggestName(name, [...fields.keys(), ...INDEXABLE_SYSTEM_PROPERTIES]);
  const inside = [...fields.values()].find(
    ({ path, type }) => path.startsWith(`${name}.`) && type !== 'object',
  );
  return inside === undefined ? {} : { fix: `Index a property inside it: "${truncate(inside.path)}".` };
}

const isObject = (node: JsonNode | undefined): boolean => node?.kind === 'object' && node.members.size > 0;

/** Finds the property that an entry of an index names; returns undefined for system properties. */
const fieldOf = ({ key }: JsonNode, { fields }: DocumentType) =>
  INDEXABLE_SYSTEM_PROPERTIES.has(String(key)) ? undefined : fields.get(String(key));

/** Lists the rules about the properties of an index. */
export const INDEX_PROPERTY_RULES: readonly Rule<'index'>[] = [
  {
    code: 'index-over-id',
    title: 'An index contains $id',
    about: 'index',
    severity: 'network',
    official: { name: 'SystemPropertyIndexAlreadyPresentError', code: 10208 },
    why: 'Documents can always be queried by `$id`; the network rejects an index with it.',
    fix: 'Remove $id from the index.',
    wrong: indexWith({ properties: [{ $id: 'asc' }] }),
    right: indexWith({}),
    check({ entries, node }, report) {
      for (const entry of entries)
        if (entry.key === '$id')
          report(entry, {
            message: '$id is not allowed in an index',
            isAtName: true,
            ...(entry.parent === undefined
              ? {}
              : {
                  patch: [{ op: 'remove', path: getPointer(entries.length > 1 ? entry.parent : node) }],
                }),
          });
    },
  },
  {
    code: 'index-property-unknown',
    title: 'An index contains an unknown property',
    about: 'index',
    severity: 'network',
    official: { name: 'UndefinedIndexPropertyError', code: 10209 },
    why: `An index can contain properties of the type (inside objects by dotted path, never the object itself), the owner, and the times and heights that the platform records; ${describeSince('creatorId')} also \`$creatorId\` where documents can change owner.`,
    fix: 'Correct the name, or define the property.',
    wrong: indexWith({ properties: [{ txt: 'asc' }] }),
    right: indexWith({}),
    check(index, report, protocol) {
      const { documentType, entries } = index;
      for (const entry of entries) {
        const name = String(entry.key);
        // Another rule reports a name that is too long.
        if (countCharacters(name) > LIMITS.indexPropertyNameLength) continue;
        if (name === '$id' || isIndexableSystemName(name, index, protocol)) continue;
        // Rules of their own check derived properties.
        if (protocol.extendedLanguage && isDerivedName(name, documentType)) continue;
        const property = documentType.fields.get(name);
        if ((property !== undefined && property.type !== 'object') || isUnclear(name, documentType)) continue;
        const message =
          property === undefined
            ? `unknown property "${truncate(name)}"`
            : `"${truncate(name)}" is an object: objects cannot be indexed`;
        report(entry, {
          message,
          isAtName: true,
          ...(isOfUsualSize(index) ? suggestProperty(name, property, documentType) : {}),
        });
      }
    },
  },
  {
    code: 'index-text-length',
    title: 'An indexed text is too long',
    about: 'index',
    severity: 'network',
    official: { name: 'InvalidIndexedPropertyConstraintError', code: 10205 },
    why: `The \`maxLength\` of an indexed text is at most ${LIMITS.indexedTextLength}.`,
    fix: `Set maxLength to ${LIMITS.indexedTextLength} or less.`,
    wrong: noteOf({ text: { ...TEXT_PROPERTY, maxLength: 64 } }, { indices: [BY_TEXT] }),
    right: indexWith({}),
    check({ documentType, entries }, report) {
      for (const entry of entries) {
        const property = fieldOf(entry, documentType);
        const length = getMember(property?.schema, 'maxLength');
        const max = getInteger(length);
        const isIdentifier =
          getText(getMember(property?.schema, 'contentMediaType')) === IDENTIFIER_MEDIA_TYPE;
        // Another rule reports an identifier that is text.
        if (isIdentifier && property?.isOpen === false) continue;
        if (property?.type !== 'string' || (length !== undefined && (max === undefined || max < 0n)))
          continue;
        if (max !== undefined && (max <= BigInt(LIMITS.indexedTextLength) || max > BigInt(LIMITS.fieldSize)))
          continue;
        const isReported =
          !property.isOpen && isMisspelled('maxLength', property.node, PROPERTY_KEYWORDS, property.contract);
        if (length === undefined && isReported) continue;
        report(entry, {
          message: `"${truncate(property.path)}" ${max === undefined ? 'has no maxLength' : `has maxLength ${max}`}: the maximum in an index is ${LIMITS.indexedTextLength}`,
          isAtName: true,
          ...(length === undefined && property.schema !== undefined
            ? suggestTextLength({ node: property.schema, contract: property.contract })
            : {}),
          fix:
            length === undefined
              ? `Add a maxLength to "${truncate(property.path)}": ${LIMITS.indexedTextLength} or less.`
              : `Lower the maxLength of "${truncate(property.path)}" to ${LIMITS.indexedTextLength} or less, or remove it from the index.`,
          fixAt: length ?? property.node,
        });
      }
    },
  },
  {
    code: 'index-bytes-length',
    title: 'An indexed byte array is too long',
    about: 'index',
    severity: 'network',
    official: { name: 'InvalidIndexedPropertyConstraintError', code: 10205 },
    why: `The \`maxItems\` of an indexed byte array is at most ${LIMITS.indexedBytesLength}; identifiers are short enough.`,
    fix: `Set maxItems to ${LIMITS.indexedBytesLength} or less.`,
    wrong: noteOf(
      { hash: { type: 'array', byteArray: true, maxItems: 256, position: 0 } },
      { indices: [{ name: 'byHash', properties: [{ hash: 'asc' }] }] },
    ),
    right: noteOf(
      { hash: { type: 'array', byteArray: true, maxItems: 255, position: 0 } },
      { indices: [{ name: 'byHash', properties: [{ hash: 'asc' }] }] },
    ),
    check({ documentType, entries }, report) {
      const maxBytes = BigInt(LIMITS.indexedBytesLength);
      for (const entry of entries) {
        const property = fieldOf(entry, documentType);
        const length = getMember(property?.schema, 'maxItems');
        const max = getInteger(length);
        if (property?.type !== 'array' || getMember(property.schema, 'byteArray') === undefined) continue;
        if (getText(getMember(property.schema, 'contentMediaType')) === 'application/x.dash.dpp.identifier')
          continue;
        if (length !== undefined && (max === undefined || max < 0n || max > BigInt(LIMITS.fieldSize)))
          continue;
        if (max !== undefined && max <= maxBytes) continue;
        report(entry, {
          message: `"${truncate(property.path)}" ${max === undefined ? 'has no maxItems' : `has maxItems ${max}`}: the maximum in an index is ${LIMITS.indexedBytesLength}`,
          isAtName: true,
          ...(length === undefined && (getInteger(getMember(property.schema, 'minItems')) ?? 0n) <= maxBytes
            ? addMember(property.schema ?? property.node, 'maxItems', LIMITS.indexedBytesLength)
            : {}),
        });
      }
    },
  },
];
