import { countCharacters } from '../text/count-characters.js';
import { LIMITS } from '../protocol/limits.js';
import type { Index } from '../model/contract-model.js';
import { describeSince } from '../protocol/protocol-versions.js';
import { getPlainValue, isExact } from '../foreign/plain-value.js';
import { getItems, getMember, asObject, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { canonicalText } from '../source/canonical-text.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { indexed, indexWith, note } from './example.js';
import { readAsFlag, removeMember, replaceBy, type SingleReading } from './single-reading.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { isMisspelled } from './misplaced-schema.js';
import { fixUnknownKeyword } from './unknown-keyword.js';

/** Writes the properties of an index as one text, to compare lists: no other list has the same names and lengths. */
function listOf(index: Index): string {
  let list = '';
  for (const { key } of index.entries) list += `${String(key).length} ${key} `;
  return list;
}

/** Writes the buckets of an index: the same properties in other buckets are another tree. */
const bucketsOf = ({ node }: Index): string =>
  ['timeRange', 'integerRange']
    .flatMap((name) => getMember(node, name) ?? [])
    .map(canonicalText)
    .join('');

const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }] };

/** Suggests the list of properties that an object with several of them stands for. */
function listEntries(properties: JsonNode): SingleReading {
  const entries =
    properties.kind === 'object' && isExact(properties)
      ? Array.from(properties.members, ([name, order]) => ({ [name]: getPlainValue(order) }))
      : [];
  return entries.length === 0 || entries.length > LIMITS.indexProperties
    ? {}
    : replaceBy(properties, entries);
}

/** Lists the rules about the list of indices. */
export const INDEX_LIST_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'indices-count',
    title: 'A document type has an empty list of indices, or too many',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `\`indices\` is an array of 1 to ${LIMITS.indices} indices, or omitted.`,
    fix: 'Remove the empty array, or indices that are not needed.',
    wrong: note({ indices: [] }),
    right: indexed(BY_TEXT),
    check({ node }, report) {
      const indices = getMember(node, 'indices');
      const count = getItems(indices).length;
      if (indices === undefined || (count > 0 && count <= LIMITS.indices)) return;
      const isEmpty = indices.kind === 'array' && count === 0;
      report(indices, {
        message: `expected an array of 1 to ${LIMITS.indices} indices, found ${excerpt(indices)}`,
        ...(isEmpty || indices.kind === 'null' ? removeMember(indices) : {}),
      });
    },
  },
  {
    code: 'index-not-object',
    title: 'An index is not an object',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'Each index is an object with `name` and `properties`.',
    fix: 'Write the index as an object.',
    wrong: note({ indices: ['text'] }),
    right: indexed(BY_TEXT),
    check({ node, fields }, report) {
      for (const item of getItems(getMember(node, 'indices'))) {
        if (item.kind === 'object') continue;
        const name = getText(item) ?? '';
        report(item, {
          message: `expected an object for an index, found ${excerpt(item)}`,
          ...(fields.has(name) ? replaceBy(item, { name, properties: [{ [name]: 'asc' }] }) : {}),
        });
      }
    },
  },
  {
    code: 'index-name-repeated',
    title: 'Two indices have the same name',
    about: 'document-type',
    severity: 'network',
    official: { name: 'DuplicateIndexNameError', code: 10211 },
    why: 'The names of the indices of a document type are different.',
    fix: 'Rename one of them.',
    wrong: indexed(BY_TEXT, { name: 'byText', properties: [{ $ownerId: 'asc' }] }),
    right: indexed(BY_TEXT, { name: 'byOwner', properties: [{ $ownerId: 'asc' }] }),
    check({ indices }, report) {
      const seen = new Set<string>();
      for (const { name, node } of indices) {
        if (name === undefined) continue;
        if (seen.has(name))
          report(getMember(node, 'name'), {
            message: `the name "${truncate(name)}" is repeated`,
          });
        seen.add(name);
      }
    },
  },
  {
    code: 'index-repeated',
    title: 'Two indices have the same properties',
    about: 'document-type',
    severity: 'network',
    official: { name: 'DuplicateIndexError', code: 10201 },
    why: 'Two indices of a type cannot have the same properties in the same order.',
    fix: 'Remove one of them.',
    wrong: indexed(BY_TEXT, { ...BY_TEXT, name: 'again' }),
    right: indexed(BY_TEXT),
    check({ indices }, report) {
      if (indices.length < 2) return;
      const first = new Map<string, Index>();
      for (const index of indices) {
        if (!index.isComplete) continue;
        const list = listOf(index) + bucketsOf(index);
        const other = first.get(list);
        if (other === undefined) first.set(list, index);
        else
          report(index.node, {
            message: `the index has the same properties as ${other.label}`,
          });
      }
    },
  },
];

/** Lists the rules about one index. */
export const INDEX_RULES: readonly Rule<'index'>[] = [
  {
    code: 'index-member-missing',
    title: 'An index lacks its name or its properties',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'An index has `name` and `properties`.',
    fix: 'Add the member.',
    wrong: indexWith({ name: undefined }),
    right: indexWith({}),
    check({ node, label, documentType }, report, { indexKeywords, extendedLanguage }) {
      // Indices of entries can do without properties, and a rule of theirs reports the others.
      for (const name of extendedLanguage ? ['name'] : ['name', 'properties'])
        if (!node.members.has(name) && !isMisspelled(name, node, indexKeywords, documentType.contract))
          report(node, { message: `${name} of ${label} is missing`, fix: `Add "${name}".` });
    },
  },
  {
    code: 'index-keyword-unknown',
    title: 'An index has an unknown keyword',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `An index has \`name\`, \`properties\`, \`unique\`, \`nullSearchable\` and \`contested\`; ${describeSince('aggregates')} also \`countable\`, \`summable\`, \`averageable\` and their range flags.`,
    fix: 'Remove the keyword.',
    wrong: indexWith({ sparse: true }),
    right: indexWith({}),
    check({ node, documentType }, report, protocol) {
      const { indexKeywords } = protocol;
      for (const [name, value] of node.members)
        if (!indexKeywords.has(name))
          report(value, {
            message: `unknown keyword "${truncate(name)}"`,
            isAtName: true,
            ...fixUnknownKeyword(
              value,
              { keywords: indexKeywords, owner: 'index', protocol },
              documentType.contract,
            ),
          });
    },
  },
  {
    code: 'index-name',
    title: 'The name of an index is malformed',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `The name of an index is text of 1 to ${LIMITS.indexNameLength} characters.`,
    fix: 'Rename the index.',
    wrong: indexWith({ name: '' }),
    right: indexWith({}),
    check({ node }, report) {
      const name = getMember(node, 'name');
      const length = name?.kind === 'string' ? countCharacters(name.value) : 0;
      if (name !== undefined && (length === 0 || length > LIMITS.indexNameLength))
        report(name, {
          message: `invalid name ${excerpt(name)}: a name has 1 to ${LIMITS.indexNameLength} characters`,
        });
    },
  },
  {
    code: 'index-switch',
    title: 'A flag of an index is not true or false',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`unique` and `nullSearchable` are true or false.',
    fix: 'Write true or false, or omit it.',
    wrong: indexWith({ unique: 1 }),
    right: indexWith({ unique: true }),
    check({ node }, report) {
      for (const name of ['unique', 'nullSearchable']) {
        const value = getMember(node, name);
        if (value !== undefined && value.kind !== 'boolean')
          report(value, {
            message: `expected true or false for ${name}, found ${excerpt(value)}`,
            ...readAsFlag(value),
          });
      }
    },
  },
  {
    code: 'index-properties',
    title: 'The properties of an index are empty, too many or malformed',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `The properties of an index are an array of 1 to ${LIMITS.indexProperties} objects, each with one member: the name of a property and "asc".`,
    fix: 'Write each property as {"name": "asc"}.',
    wrong: indexWith({ properties: ['text'] }),
    right: indexWith({}),
    check({ node }, report) {
      const properties = getMember(node, 'properties');
      if (properties === undefined) return;
      const items = getItems(properties);
      if (items.length === 0 || items.length > LIMITS.indexProperties) {
        report(properties, {
          message: `expected an array of 1 to ${LIMITS.indexProperties} properties, found ${excerpt(properties)}`,
          ...listEntries(properties),
        });
        return;
      }
      for (const item of items) {
        const count = asObject(item)?.members.size ?? 0;
        const [name] = count === 1 ? (asObject(item)?.members.keys() ?? []) : [];
        if (count !== 1 || name === undefined || countCharacters(name) > LIMITS.indexPropertyNameLength)
          report(item, {
            message: `expected an object with one member, found ${count > 1 ? `one with ${count}` : excerpt(item)}`,
            ...(item.kind === 'string' && item.value !== '' ? replaceBy(item, { [item.value]: 'asc' }) : {}),
          });
      }
    },
  },
  {
    code: 'index-order',
    title: 'A sort order is not "asc"',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The only sort order is "asc"; version 0.23 removed "desc".',
    fix: 'Write "asc".',
    wrong: indexWith({ properties: [{ text: 'desc' }] }),
    right: indexWith({}),
    check({ entries }, report) {
      for (const entry of entries)
        if (getText(entry) !== 'asc')
          report(entry, {
            message: `sort order is ${excerpt(entry)}: it must be "asc"`,
            patch: [{ op: 'replace', path: getPointer(entry), value: 'asc' }],
          });
    },
  },
];
