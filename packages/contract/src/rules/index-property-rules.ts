import { countCharacters } from '../source/characters.js';
import { INDEXABLE_SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { changesHands, type DocumentType, type Index } from '../model/document-type.js';
import type { Property } from '../model/property.js';
import { cut, integerOf, member, textOf, type JsonNode } from '../source/json-node.js';
import { indexWith, noteOf, TEXT } from './example.js';
import { PROPERTY_KEYWORDS } from './keyword-shape.js';
import { TYPES } from './property-types.js';
import type { RuleAbout } from './rule.js';
import { isMisspelt, misspelling } from './unknown-name.js';

const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }] };

/** Whether a person can have written it, so that a name in it may be misspelled. */
const isOfUsualSize = ({ documentType, entries }: Index): boolean =>
  !documentType.contract.isOversized &&
  documentType.indices.length <= LIMITS.indices &&
  entries.length <= LIMITS.indexProperties;

/** The system properties that an index of a type may be over. */
function isIndexableSystemName(name: string, { documentType }: Index, protocol: ProtocolRules): boolean {
  if (INDEXABLE_SYSTEM_PROPERTIES.has(name)) return true;
  const { contract } = documentType;
  return (
    name === '$creatorId' &&
    protocol.creatorId &&
    contract.format !== '0' &&
    contract.config.format !== '0' &&
    changesHands(documentType)
  );
}

/** Whether a schema on the way to a dotted path is malformed, so that nobody can say what is behind it. */
function isUnclear(path: string, { fields, propertiesNode }: DocumentType): boolean {
  if (propertiesNode?.kind !== 'object') return true;
  const names = path.split('.');
  return names.some((_, at) => {
    const property = fields.get(names.slice(0, at + 1).join('.'));
    if (property === undefined) return false;
    return (
      !TYPES.includes(property.type ?? '') ||
      (property.type === 'object' && !isObject(member(property.schema, 'properties')))
    );
  });
}

/** What an index is to be over instead: of an object, the first property inside it. */
function meant(name: string, property: Property | undefined, { fields }: DocumentType): { mend?: string } {
  if (property === undefined) return misspelling(name, [...fields.keys(), ...INDEXABLE_SYSTEM_PROPERTIES]);
  const inside = [...fields.values()].find(
    ({ path, type }) => path.startsWith(`${name}.`) && type !== 'object',
  );
  return inside === undefined ? {} : { mend: `Index a property inside it: "${cut(inside.path)}".` };
}

const isObject = (node: JsonNode | undefined): boolean => node?.kind === 'object' && node.members.size > 0;

/** The property that an entry of an index names; the system's own are not looked at. */
const fieldOf = ({ key }: JsonNode, { fields }: DocumentType) =>
  INDEXABLE_SYSTEM_PROPERTIES.has(String(key)) ? undefined : fields.get(String(key));

/** What holds for the properties that an index is over. */
export const INDEX_PROPERTY_RULES: readonly RuleAbout<'index'>[] = [
  {
    code: 'index-over-id',
    title: 'An index is over $id',
    about: 'index',
    verdict: 'network',
    official: { name: 'SystemPropertyIndexAlreadyPresentError', code: 10208 },
    why: 'Documents are always found by `$id`; an index over it is refused.',
    mend: 'Remove $id from the index.',
    wrong: indexWith({ properties: [{ $id: 'asc' }] }),
    right: indexWith({}),
    check({ entries }, report) {
      for (const entry of entries)
        if (entry.key === '$id')
          report(entry, { message: 'expected no $id in an index, found it', atName: true });
    },
  },
  {
    code: 'index-property-unknown',
    title: 'An index is over a property that does not exist',
    about: 'index',
    verdict: 'network',
    official: { name: 'UndefinedIndexPropertyError', code: 10209 },
    why: 'An index is over properties of the type (in objects by dotted path, never over the object itself) and over the owner, the times and the heights that the platform keeps; from protocol 10 over `$creatorId` where documents change hands.',
    mend: 'Correct the name, or define the property.',
    wrong: indexWith({ properties: [{ txt: 'asc' }] }),
    right: indexWith({}),
    check(index, report, protocol) {
      const { documentType, entries } = index;
      for (const entry of entries) {
        const name = String(entry.key);
        // A name that is too long is malformed already.
        if (countCharacters(name) > LIMITS.indexPropertyNameLength) continue;
        if (name === '$id' || isIndexableSystemName(name, index, protocol)) continue;
        const property = documentType.fields.get(name);
        if ((property !== undefined && property.type !== 'object') || isUnclear(name, documentType)) continue;
        const found =
          property === undefined ? `"${cut(name)}", which is none` : `"${cut(name)}", which is an object`;
        report(entry, {
          message: `expected a property of ${documentType.name}, found ${found}`,
          atName: true,
          ...(isOfUsualSize(index) ? meant(name, property, documentType) : {}),
        });
      }
    },
  },
  {
    code: 'index-text-length',
    title: 'An indexed text is too long',
    about: 'index',
    verdict: 'network',
    official: { name: 'InvalidIndexedPropertyConstraintError', code: 10205 },
    why: `An indexed text has a \`maxLength\` of at most ${LIMITS.indexedTextLength}.`,
    mend: `Set maxLength to ${LIMITS.indexedTextLength} or less.`,
    wrong: noteOf({ text: { ...TEXT, maxLength: 64 } }, { indices: [BY_TEXT] }),
    right: indexWith({}),
    check({ documentType, entries }, report) {
      for (const entry of entries) {
        const property = fieldOf(entry, documentType);
        const length = member(property?.schema, 'maxLength');
        const most = integerOf(length);
        if (property?.type !== 'string' || (length !== undefined && (most === undefined || most < 0n)))
          continue;
        if (
          most !== undefined &&
          (most <= BigInt(LIMITS.indexedTextLength) || most > BigInt(LIMITS.fieldSize))
        )
          continue;
        const isTold =
          !property.isOpen && isMisspelt('maxLength', property.node, PROPERTY_KEYWORDS, property.contract);
        if (length === undefined && isTold) continue;
        report(entry, {
          message: `expected "${cut(property.path)}" with a maxLength of at most ${LIMITS.indexedTextLength}, found ${most ?? 'none'}`,
          atName: true,
          mend:
            length === undefined
              ? `Add a maxLength to "${cut(property.path)}": ${LIMITS.indexedTextLength} or less.`
              : `Lower the maxLength of "${cut(property.path)}" to ${LIMITS.indexedTextLength} or less, or take it out of the index.`,
          mendAt: length ?? property.node,
        });
      }
    },
  },
  {
    code: 'index-bytes-length',
    title: 'An indexed byte array is too long',
    about: 'index',
    verdict: 'network',
    official: { name: 'InvalidIndexedPropertyConstraintError', code: 10205 },
    why: `An indexed byte array has \`maxItems\` of at most ${LIMITS.indexedBytesLength}; identifiers are short enough.`,
    mend: `Set maxItems to ${LIMITS.indexedBytesLength} or less.`,
    wrong: noteOf(
      { hash: { type: 'array', byteArray: true, maxItems: 256, position: 0 } },
      { indices: [{ name: 'byHash', properties: [{ hash: 'asc' }] }] },
    ),
    right: noteOf(
      { hash: { type: 'array', byteArray: true, maxItems: 255, position: 0 } },
      { indices: [{ name: 'byHash', properties: [{ hash: 'asc' }] }] },
    ),
    check({ documentType, entries }, report) {
      for (const entry of entries) {
        const property = fieldOf(entry, documentType);
        const length = member(property?.schema, 'maxItems');
        const most = integerOf(length);
        if (property?.type !== 'array' || member(property.schema, 'byteArray') === undefined) continue;
        if (textOf(member(property.schema, 'contentMediaType')) === 'application/x.dash.dpp.identifier')
          continue;
        if (length !== undefined && (most === undefined || most < 0n || most > BigInt(LIMITS.fieldSize)))
          continue;
        if (most !== undefined && most <= BigInt(LIMITS.indexedBytesLength)) continue;
        report(entry, {
          message: `expected "${cut(property.path)}" with maxItems of at most ${LIMITS.indexedBytesLength}, found ${most ?? 'none'}`,
          atName: true,
        });
      }
    },
  },
];
