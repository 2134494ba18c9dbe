import { countCharacters } from '../source/characters.js';
import { LIMITS } from '../protocol/limits.js';
import type { Index } from '../model/document-type.js';
import { cut, excerpt, itemsOf, member, objectOf, pointerTo, textOf } from '../source/json-node.js';
import { indexed, indexWith, note } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';
import { isMisspelt, unknownKeyword } from './unknown-name.js';

/** The names of an index as one text, to tell whether two lists are the same. */
const listOf = (index: Index): string => JSON.stringify(index.entries.map(({ key }) => key));

const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }] };

/** What holds for the list of indices. */
export const INDEX_LIST_RULES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'indices-count',
    title: 'The indices are none, too many or no array',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `\`indices\`, when given, is an array of 1 to ${LIMITS.indices} indices.`,
    mend: 'Remove the empty array, or indices that are not needed.',
    wrong: note({ indices: [] }),
    right: indexed(BY_TEXT),
    check({ node }, report) {
      const indices = member(node, 'indices');
      const count = itemsOf(indices).length;
      if (indices === undefined || (count > 0 && count <= LIMITS.indices)) return;
      const isEmpty = indices.kind === 'array' && count === 0;
      report(indices, {
        message: `expected an array of 1 to ${LIMITS.indices} indices, found ${excerpt(indices)}`,
        ...(isEmpty ? { patch: [{ op: 'remove', path: pointerTo(indices) }] } : {}),
      });
    },
  },
  {
    code: 'index-not-object',
    title: 'An index is not an object',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'Each index is an object with `name` and `properties`.',
    mend: 'Write the index as an object.',
    wrong: note({ indices: ['text'] }),
    right: indexed(BY_TEXT),
    check({ node }, report) {
      for (const item of itemsOf(member(node, 'indices')))
        if (item.kind !== 'object')
          report(item, { message: `expected an index as an object, found ${excerpt(item)}` });
    },
  },
  {
    code: 'index-name-repeated',
    title: 'Two indices have the same name',
    about: 'document-type',
    verdict: 'network',
    official: { name: 'DuplicateIndexNameError', code: 10211 },
    why: 'Names of indices are unique in their document type.',
    mend: 'Rename one of them.',
    wrong: indexed(BY_TEXT, { name: 'byText', properties: [{ $ownerId: 'asc' }] }),
    right: indexed(BY_TEXT, { name: 'byOwner', properties: [{ $ownerId: 'asc' }] }),
    check({ indices }, report) {
      const seen = new Set<string>();
      for (const { name, node } of indices) {
        if (name === undefined) continue;
        if (seen.has(name))
          report(member(node, 'name'), { message: `expected a new name, found "${cut(name)}" again` });
        seen.add(name);
      }
    },
  },
  {
    code: 'index-repeated',
    title: 'Two indices are over the same properties',
    about: 'document-type',
    verdict: 'network',
    official: { name: 'DuplicateIndexError', code: 10201 },
    why: 'Two indices of a type may not list the same properties in the same order.',
    mend: 'Remove one of them.',
    wrong: indexed(BY_TEXT, { ...BY_TEXT, name: 'again' }),
    right: indexed(BY_TEXT),
    check({ indices }, report) {
      const first = new Map<string, Index>();
      for (const index of indices) {
        if (!index.complete) continue;
        const list = listOf(index);
        const other = first.get(list);
        if (other === undefined) first.set(list, index);
        else
          report(index.node, {
            message: `expected another list of properties, found that of ${other.label} again`,
          });
      }
    },
  },
];

/** What holds for one index. */
export const INDEX_RULES: readonly RuleAbout<'index'>[] = [
  {
    code: 'index-member-missing',
    title: 'An index lacks its name or its properties',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'An index has `name` and `properties`.',
    mend: 'Add the member.',
    wrong: indexWith({ name: undefined }),
    right: indexWith({}),
    check({ node, label, documentType }, report, { indexKeywords }) {
      for (const name of ['name', 'properties'])
        if (!node.members.has(name) && !isMisspelt(name, node, indexKeywords, documentType.contract))
          report(node, { message: `expected ${name} in ${label}, found none` });
    },
  },
  {
    code: 'index-keyword-unknown',
    title: 'An index has a keyword that it may not have',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'An index has `name`, `properties`, `unique`, `nullSearchable` and `contested`; from protocol 12 also `countable`, `summable`, `averageable` and their range variants.',
    mend: 'Remove the keyword, or correct its name.',
    wrong: indexWith({ sparse: true }),
    right: indexWith({}),
    check({ node, documentType }, report, { indexKeywords }) {
      for (const [name, value] of node.members)
        if (!indexKeywords.has(name))
          report(value, {
            message: `expected one of ${[...indexKeywords].join(', ')}, found "${cut(name)}"`,
            atName: true,
            ...unknownKeyword(value, indexKeywords, documentType.contract),
          });
    },
  },
  {
    code: 'index-name',
    title: 'The name of an index is malformed',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `The name of an index is text of 1 to ${LIMITS.indexNameLength} characters.`,
    mend: 'Rename the index.',
    wrong: indexWith({ name: '' }),
    right: indexWith({}),
    check({ node }, report) {
      const name = member(node, 'name');
      const length = name?.kind === 'string' ? countCharacters(name.value) : 0;
      if (name !== undefined && (length === 0 || length > LIMITS.indexNameLength))
        report(name, {
          message: `expected text of 1 to ${LIMITS.indexNameLength} characters, found ${excerpt(name)}`,
        });
    },
  },
  {
    code: 'index-switch',
    title: 'A switch of an index is not true or false',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`unique` and `nullSearchable` are true or false.',
    mend: 'Write true or false, or leave it out.',
    wrong: indexWith({ unique: 1 }),
    right: indexWith({ unique: true }),
    check({ node }, report) {
      for (const name of ['unique', 'nullSearchable']) {
        const value = member(node, name);
        if (value !== undefined && value.kind !== 'boolean')
          report(value, { message: `expected ${name} as true or false, found ${excerpt(value)}` });
      }
    },
  },
  {
    code: 'index-properties',
    title: 'The properties of an index are none, too many or malformed',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `The properties of an index are an array of 1 to ${LIMITS.indexProperties} objects, each with one member: the name of a property and "asc".`,
    mend: 'Write each property as {"name": "asc"}.',
    wrong: indexWith({ properties: ['text'] }),
    right: indexWith({}),
    check({ node }, report) {
      const properties = member(node, 'properties');
      if (properties === undefined) return;
      const items = itemsOf(properties);
      if (items.length === 0 || items.length > LIMITS.indexProperties) {
        report(properties, {
          message: `expected an array of 1 to ${LIMITS.indexProperties} properties, found ${excerpt(properties)}`,
        });
        return;
      }
      for (const item of items) {
        const [name] = objectOf(item)?.members.keys() ?? [];
        const count = objectOf(item)?.members.size ?? 0;
        if (count !== 1 || name === undefined || countCharacters(name) > LIMITS.indexPropertyNameLength)
          report(item, {
            message: `expected an object with one member, found ${count > 1 ? `one with ${count}` : excerpt(item)}`,
          });
      }
    },
  },
  {
    code: 'index-order',
    title: 'A sort order is not "asc"',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The only sort order is "asc"; "desc" went with version 0.23.',
    mend: 'Write "asc".',
    wrong: indexWith({ properties: [{ text: 'desc' }] }),
    right: indexWith({}),
    check({ entries }, report) {
      for (const entry of entries)
        if (textOf(entry) !== 'asc')
          report(entry, {
            message: `expected "asc", found ${excerpt(entry)}`,
            patch: [{ op: 'replace', path: pointerTo(entry), value: 'asc' }],
          });
    },
  },
];
