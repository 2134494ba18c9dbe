import type { Index } from '../model/contract-model.js';
import {
  counts,
  isBucketed,
  isCounter,
  listLevels,
  listNames,
  listRankings,
  readBucket,
  sums,
} from '../model/index-traits.js';
import { getSize, getValueKind } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getBoolean, getMember } from '../source/json-node.js';
import { noteOf, TEXT_PROPERTY } from './example.js';
import { EXTENDED_ERRORS, extendedRule, needMembers, type Rule } from './rule.js';

const SHOP = { ...TEXT_PROPERTY, maxLength: 30 };
const GOODS = { ...TEXT_PROPERTY, maxLength: 30, position: 1 };
const RANKED = { countable: true, rangeCountable: true, rankedCountable: true };
const ranked = (members: object, properties: object = {}, others: readonly object[] = []) =>
  noteOf(
    { shop: SHOP, goods: GOODS, ...properties },
    {
      indices: [
        { name: 'byGoods', properties: [{ shop: 'asc' }, { goods: 'asc' }], ...RANKED, ...members },
        ...others,
      ],
    },
  );
const BY_SHOP = { name: 'byShop', properties: [{ shop: 'asc' }] };

const TEXT_KEY = { plain: 61n, average: 59n };
const BYTES_KEY = { plain: 247n, average: 239n };

/** Lists the levels that an index ranks, and whether an average ranks them. */
function listRankedLevels(index: Index): Map<string, boolean> {
  const levels = new Map<string, boolean>();
  for (const ranking of listRankings(index))
    for (const level of ranking.levels)
      levels.set(level, levels.get(level) === true || ranking.name === 'rankedAverageable');
  return levels;
}

/** Finds an index that counts or sums, and ends directly above a ranked level. */
function findNeighbour(index: Index, level: string): Index | undefined {
  const at = listNames(index).indexOf(level);
  const above = listLevels(index).slice(0, at);
  if (above.length === 0) return undefined;
  return index.documentType.indices.find((other) => {
    const levels = listLevels(other);
    return (
      other !== index &&
      levels.length === above.length &&
      levels.every((name, step) => name === above[step]) &&
      (counts(other) || sums(other))
    );
  });
}

/** Lists the rules about rankings. */
export const RANKED_RULES: readonly Rule<'index'>[] = needMembers(
  ['rankedCountable', 'rankedSummable', 'rankedAverageable'],
  [
    extendedRule({
      code: 'ranked-levels',
      title: 'A ranking names wrong levels',
      about: 'index',
      why: '`at` names properties of the index, each once. A ranking by count at levels has no other ranking beside it, except in an index with `summableOffCountIndex`.',
      fix: 'Name properties of the index, and one ranking.',
      wrong: ranked({ rankedCountable: { at: 'label' } }),
      right: ranked({ rankedCountable: { at: 'goods' } }),
      check(index, report) {
        const rankings = listRankings(index);
        const names = new Set(listNames(index));
        for (const { name, node, levels, isAtLevels } of rankings) {
          for (const level of levels)
            if (isAtLevels && !names.has(level))
              report(getMember(node, 'at'), { message: `"${truncate(level)}" is no property of the index` });
          if (name === 'rankedCountable' && isAtLevels && rankings.length > 1 && !isCounter(index))
            report(node, { message: 'a ranking at levels stands beside another ranking', isAtName: true });
        }
      },
    }),
    extendedRule({
      code: 'ranked-conflict',
      title: 'An index cannot be ranked',
      about: 'index',
      why: 'A ranked index is not unique, not contested, and without `"nullSearchable": false`.',
      fix: 'Remove the ranking, or the option beside it.',
      wrong: ranked({ unique: true }),
      right: ranked({}),
      check(index, report) {
        const [ranking] = listRankings(index);
        if (ranking === undefined) return;
        const isHidden = getBoolean(getMember(index.node, 'nullSearchable')) === false;
        if (index.unique || index.contested !== undefined || isHidden)
          report(ranking.node, {
            message: `${index.label} is ${index.contested !== undefined ? 'contested' : index.unique ? 'unique' : 'without null values'}: it cannot be ranked`,
            isAtName: true,
          });
      },
    }),
    extendedRule({
      code: 'ranked-key-size',
      title: 'A ranked property is too long',
      about: 'index',
      official: EXTENDED_ERRORS.key,
      why: 'The key of a ranking holds a sort key before the value: ranked text has at most 61 characters and bytes at most 247; 59 and 239 where an average ranks them.',
      fix: 'Lower the maximum length of the property.',
      wrong: ranked({}, { goods: { ...GOODS, maxLength: 62 } }),
      right: ranked({}, { goods: { ...GOODS, maxLength: 61 } }),
      check(index, report) {
        for (const [level, isAverage] of listRankedLevels(index)) {
          const schema = index.documentType.fields.get(level)?.schema;
          const kind = getValueKind(schema);
          if (kind !== 'text' && kind !== 'bytes') continue;
          const limit = (kind === 'text' ? TEXT_KEY : BYTES_KEY)[isAverage ? 'average' : 'plain'];
          const { max } = getSize(schema);
          // Another rule reports what no index can have.
          const isReported = max === undefined || max > (kind === 'text' ? 63n : 255n);
          if (!isReported && max > limit)
            report(
              index.entries.find(({ key }) => key === level),
              {
                message: `"${truncate(level)}" has up to ${max} ${kind === 'text' ? 'characters' : 'bytes'}: a ranked one has at most ${limit}`,
                isAtName: true,
              },
            );
        }
      },
    }),
    extendedRule({
      code: 'ranked-bucket',
      title: 'Buckets themselves are ranked',
      about: 'index',
      why: 'Groups are ranked inside a window or band: an index of the bucketed property alone has none, and `at` does not name that property.',
      fix: 'Add a property behind the bucketed one, and rank that.',
      wrong: noteOf(
        { text: TEXT_PROPERTY },
        {
          required: ['$createdAt'],
          indices: [
            {
              name: 'byTime',
              properties: [{ $createdAt: 'asc' }],
              timeRange: { on: '$createdAt', range: 3600, step: 3600 },
              ...RANKED,
            },
          ],
        },
      ),
      right: noteOf(
        { text: { ...TEXT_PROPERTY, maxLength: 61 } },
        {
          required: ['$createdAt'],
          indices: [
            {
              name: 'byTime',
              properties: [{ $createdAt: 'asc' }, { text: 'asc' }],
              timeRange: { on: '$createdAt', range: 3600, step: 3600 },
              ...RANKED,
            },
          ],
        },
      ),
      check(index, report) {
        if (!isBucketed(index)) return;
        const on = readBucket(index)?.on;
        for (const { node, levels, isAtLevels } of listRankings(index))
          if (on !== undefined && levels.includes(on))
            report(isAtLevels ? getMember(node, 'at') : node, {
              message: `"${truncate(on)}" is bucketed: its groups cannot be ranked`,
              isAtName: !isAtLevels,
            });
      },
    }),
    extendedRule({
      code: 'ranked-neighbour',
      title: 'An aggregating index ends directly above a ranked level',
      about: 'index',
      why: 'A ranking of [a, b] keeps its order in the tree of a: no index that counts or sums may end at exactly [a].',
      fix: 'Remove the flags of the shorter index, or rank in an index that starts with another property.',
      wrong: ranked({}, {}, [{ ...BY_SHOP, countable: true }]),
      right: ranked({}),
      check(index, report) {
        for (const { node, levels } of listRankings(index))
          for (const level of levels) {
            const neighbour = findNeighbour(index, level);
            if (neighbour !== undefined)
              report(node, {
                message: `${truncate(neighbour.label)} counts or sums directly above the ranked "${truncate(level)}"`,
                isAtName: true,
              });
          }
      },
    }),
  ],
);
