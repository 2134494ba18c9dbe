import { readDerived } from '../model/derived-property.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { isSkipping, listLevels, listNames, listRankings, listSkipped } from '../model/index-traits.js';
import { getSize, getValueKind, isIndexOnly, isOptionalTop, isTransient } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getBoolean, getItems, getMember, getText } from '../source/json-node.js';
import { noteOf, TEXT_PROPERTY } from './example.js';
import { isOptionalDerived } from './derived-index-rules.js';
import { extendedRule, needMembers, type Rule } from './rule.js';

const tagged = (skipIfAbsent: unknown, members: object = {}, index: object = {}) =>
  noteOf(
    { tag: TEXT_PROPERTY, text: { ...TEXT_PROPERTY, position: 1 } },
    {
      required: ['text'],
      indices: [{ name: 'byTag', properties: [{ tag: 'asc' }, { text: 'asc' }], skipIfAbsent, ...index }],
      ...members,
    },
  );

/** Says why a property cannot decide whether an index skips a document; undefined if it can. */
function explainName(name: string, index: Index): string | undefined {
  const { documentType: type } = index;
  if (!listNames(index).includes(name)) return 'is no property of the index';
  const derived = readDerived(type, name);
  if (derived !== undefined)
    return isOptionalDerived(derived, type) ? undefined : 'is always present: its reference is required';
  if (name.startsWith('$')) return 'is a value of the system';
  if (!type.fields.has(name) || name.includes('.')) return 'is not directly under the document type';
  if (isTransient(type, name)) return 'is transient';
  return isOptionalTop(type, name) ? undefined : 'is required';
}

/** Finds a ranked level above the last property by which an index skips. */
function findHighLevel(index: Index): string | undefined {
  const names = listNames(index);
  const deepest = Math.max(...listSkipped(index).map((name) => names.indexOf(name)));
  return listRankings(index)
    .filter(({ isAtLevels }) => isAtLevels)
    .flatMap(({ levels }) => levels)
    .find((level) => names.indexOf(level) < deepest);
}

/** Finds an index that keeps documents without a value at a level that another one ranks. */
function findKeeper(index: Index): { readonly level: string; readonly other: Index } | undefined {
  const levels = listLevels(index);
  const names = listNames(index);
  const skipped = listSkipped(index);
  for (const level of listRankings(index).flatMap((ranking) => ranking.levels)) {
    const depth = names.indexOf(level);
    if (!skipped.includes(level)) continue;
    const other = index.documentType.indices.find((each) => {
      const own = listLevels(each);
      const isShared = each !== index && levels.slice(0, depth + 1).every((name, at) => name === own[at]);
      return isShared && !listSkipped(each).includes(level);
    });
    if (other !== undefined) return { level, other };
  }
  return undefined;
}

const lists = (type: DocumentType, names: readonly string[]): string[] =>
  names.filter((name) => isOptionalTop(type, name));

/** Lists the rules about indices that skip documents. */
export const SKIP_RULES: readonly Rule<'index'>[] = needMembers(
  ['skipIfAbsent'],
  [
    extendedRule({
      code: 'skip-property',
      title: 'skipIfAbsent names unfit properties',
      about: 'index',
      why: '`skipIfAbsent` is true for all optional properties of the index, or lists some of them: directly under the type and stored, or derived ones. Entries without documents skip by all optional properties of the index.',
      fix: 'List optional properties of the index.',
      wrong: tagged(['text']),
      right: tagged(['tag']),
      check(index, report) {
        if (!isSkipping(index)) return;
        const skip = getMember(index.node, 'skipIfAbsent');
        for (const item of getItems(skip)) {
          const name = getText(item);
          const problem = name === undefined ? undefined : explainName(name, index);
          if (problem !== undefined) report(item, { message: `"${truncate(name ?? '')}" ${problem}` });
        }
        const skipped = listSkipped(index);
        if (skip?.kind === 'boolean' && skipped.length === 0)
          report(skip, { message: 'no property of the index is optional: nothing is skipped' });
        const nested = skip?.kind === 'boolean' ? skipped.find((name) => name.includes('.')) : undefined;
        if (nested !== undefined)
          report(skip, {
            message: `"${truncate(nested)}" is optional and not directly under the document type`,
          });
        if (!isIndexOnly(index.documentType)) return;
        for (const name of lists(index.documentType, listNames(index)).filter(
          (each) => !skipped.includes(each),
        ))
          report(skip, {
            message: `"${truncate(name)}" is optional as well: entries skip by all optional properties`,
          });
      },
    }),
    extendedRule({
      code: 'skip-conflict',
      title: 'An index cannot skip documents',
      about: 'index',
      why: 'An index that skips is not contested and has no `"nullSearchable": false`. Bytes by which it skips have a `minItems` of 1 or more, since empty ones would count as absent. It ranks no level above the last property by which it skips, nor one at which another index keeps documents without a value.',
      fix: 'Remove skipIfAbsent, or what contradicts it.',
      wrong: tagged(true, {}, { nullSearchable: false }),
      right: tagged(true),
      check(index, report) {
        if (!isSkipping(index)) return;
        const skip = getMember(index.node, 'skipIfAbsent');
        const note = (message: string): void => report(skip, { message, isAtName: true });
        if (index.contested !== undefined) note('a contested index skips no documents');
        if (getBoolean(getMember(index.node, 'nullSearchable')) === false)
          note('"nullSearchable": false hides documents already: the index cannot skip as well');
        for (const name of listSkipped(index)) {
          const schema = index.documentType.fields.get(name)?.schema;
          const isEmpty = getValueKind(schema) === 'bytes' && getSize(schema).min < 1n;
          if (isEmpty && !isIndexOnly(index.documentType))
            note(`"${truncate(name)}" can be empty bytes: give it a minItems of 1`);
        }
        const high = findHighLevel(index);
        if (high !== undefined)
          note(`"${truncate(high)}" is ranked above the last property by which it skips`);
        const keeper = findKeeper(index);
        if (keeper !== undefined)
          note(
            `${truncate(keeper.other.label)} keeps documents without the ranked "${truncate(keeper.level)}"`,
          );
      },
    }),
  ],
);
