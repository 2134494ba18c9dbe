import { findSource, listCounterValues } from '../model/counter-source.js';
import type { Index, Property } from '../model/contract-model.js';
import {
  counts,
  isBucketed,
  isCounter,
  isOn,
  isSkipping,
  listLevels,
  listNames,
  listTerminal,
  outlivesDelete,
  readBucket,
  sums,
} from '../model/index-traits.js';
import { getSize, getValueKind, hasFixedWidth, isAlwaysPresent, isIndexOnly } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getText } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note } from './example.js';
import { entries } from './index-only-rules.js';
import { extendedRule, needMembers, type Rule } from './rule.js';

const MAX_KEY_BYTES = 255n;

const MAX_KEY_TEXT = 63n;

const INTEGER_BYTES = 8n;

const IDENTIFIER_BYTES = 32n;

/** Returns the least number of bytes that the largest value of a property takes. */
export function largestSize(property: Property | undefined): bigint {
  const kind = getValueKind(property?.schema);
  if (kind === 'text' || kind === 'bytes') return getSize(property?.schema).max ?? 0n;
  return kind === 'identifier' ? IDENTIFIER_BYTES : INTEGER_BYTES;
}

/** Says why a property cannot be a component of a terminal; undefined if it can. */
function explainComponent(name: string, index: Index): string | undefined {
  const { documentType } = index;
  if (listNames(index).includes(name)) return 'is a property of the index as well';
  if (name === '$ownerId') return undefined;
  const schema = documentType.fields.get(name)?.schema;
  const kind = getValueKind(schema);
  if (kind === undefined) return 'is no property of the document type';
  if (kind === 'object' || kind === 'list') return `is ${kind === 'list' ? 'a list' : 'an object'}`;
  if (!isAlwaysPresent(documentType, name)) return 'is optional';
  const { max } = getSize(schema);
  if (kind === 'text' && (max === undefined || max > MAX_KEY_TEXT))
    return `has more than ${MAX_KEY_TEXT} characters`;
  return kind === 'bytes' && (max === undefined || max > MAX_KEY_BYTES)
    ? `has more than ${MAX_KEY_BYTES} bytes`
    : undefined;
}

/** Lists what an index without properties cannot have. */
const listFlatConflicts = (index: Index): string[] => [
  ...(counts(index) || sums(index) ? ['aggregates'] : []),
  ...(isBucketed(index) ? ['buckets'] : []),
  ...(isSkipping(index) ? ['skipIfAbsent'] : []),
  ...(isOn(index, 'preallocated') ? ['preallocated'] : []),
];

const LIKE = { refersTo: { type: 'permanentDocument', documentType: 'note' } };

const TRENDING = {
  name: 'byTime',
  properties: [{ $createdAt: 'asc' }, { tag: 'asc' }, { post: 'asc' }],
  timeRange: { on: '$createdAt', range: 3600, step: 3600, ttl: 7200 },
  outlivesDelete: true,
};

const BY_BOTH = { name: 'byTagAndPost', properties: [{ tag: 'asc' }, { post: 'asc' }] };

const trending = (members: object) =>
  entries({ required: ['tag', 'post', '$createdAt'], indices: [BY_BOTH, { ...TRENDING, ...members }] });

const COUNTED = { name: 'byPost', properties: [{ post: 'asc' }], countable: true };

const counted = (counter: object) =>
  contract({
    documentSchemas: {
      ...note({ documentsMutable: false, canBeDeleted: false }),
      like: {
        ...Object(note()['note']),
        indexOnly: true,
        documentsMutable: false,
        required: ['post', 'author'],
        properties: {
          post: {
            ...IDENTIFIER_PROPERTY,
            position: 0,
            refersTo: { ...LIKE.refersTo, where: { $ownerId: 'author' } },
          },
          author: { ...IDENTIFIER_PROPERTY, position: 1 },
        },
        indices: [
          COUNTED,
          {
            name: 'byAuthor',
            properties: [{ author: 'asc' }, { post: 'asc' }],
            summableOffCountIndex: 'byPost',
            rangeSummable: true,
            ...counter,
          },
        ],
      },
    },
  });

/** Says what is wrong with the source of a counter; undefined if nothing. */
function explainSource(index: Index, source: Index | undefined, name: string): string | undefined {
  const { documentType } = index;
  if (source === undefined) return 'names no other index of the type';
  const isWhole = !isSkipping(source) && !outlivesDelete(source) && !isCounter(source);
  if (!isWhole || listNames(source).includes('$createdAt'))
    return 'names an index that does not hold every entry once';
  if (documentType.fields.has(name)) return 'is the name of a property as well';
  const other = documentType.indices.find((each) => isCounter(each) && findSource(each) !== source);
  return other === undefined ? undefined : `differs from that of ${truncate(other.label)}: a type has one`;
}

/** Lists what an index that counts the entries of another one cannot have. */
function listCounterConflicts(index: Index): string[] {
  const { documentType, unique, contested, node } = index;
  const levels = listLevels(index);
  const isContinued = documentType.indices.some((other) => {
    const longer = listLevels(other);
    return longer.length > levels.length && levels.every((name, at) => name === longer[at]);
  });
  return [
    ...(isBucketed(index) ? ['it has buckets'] : []),
    ...(outlivesDelete(index) ? ['it outlives deletes'] : []),
    ...(unique || contested !== undefined ? ['it is unique'] : []),
    ...(getText(getMember(node, 'countable')) === 'countableAllowingOffset' ? ['it allows offsets'] : []),
    ...(documentType.indices.some((other) => other !== index && sums(other))
      ? ['an index of the type sums']
      : []),
    ...(isContinued ? ['another index continues it'] : []),
  ];
}

const isEntries = ({ documentType }: Index): boolean => isIndexOnly(documentType);

/** Lists the rules about keywords of indices of entries. */
export const ENTRY_KEY_RULES: readonly Rule<'index'>[] = [
  extendedRule({
    code: 'entry-keyword-stored',
    title: 'An index of stored documents has a keyword of entries',
    about: 'index',
    why: '`terminal`, `preallocated`, `outlivesDelete` and `summableOffCountIndex` are for types with `indexOnly`.',
    fix: 'Remove the keyword, or write "indexOnly": true.',
    wrong: note({ indices: [{ name: 'byText', properties: [{ text: 'asc' }], terminal: '$ownerId' }] }),
    right: note({ indices: [{ name: 'byText', properties: [{ text: 'asc' }] }] }),
    check(index, report) {
      if (isEntries(index)) return;
      for (const name of ['terminal', 'preallocated', 'outlivesDelete', 'summableOffCountIndex']) {
        const node = getMember(index.node, name);
        if (node !== undefined && !(node.kind === 'boolean' && !node.value))
          report(node, { message: `${name} is for types with indexOnly`, isAtName: true });
      }
    },
  }),
  extendedRule({
    code: 'terminal-component',
    title: 'The terminal of an index has an unfit component',
    about: 'index',
    why: 'The terminal is the key of an entry: "$ownerId" or required properties of up to 63 characters or 255 bytes, none of them a property of the index. All but the last have a fixed width, and together they take at most 255 bytes. An index without properties has no aggregates, buckets, skipIfAbsent and preallocation.',
    fix: 'Name required properties that are not in the index.',
    wrong: entries({
      indices: [
        {
          name: 'byTagAndPost',
          properties: [{ tag: 'asc' }, { post: 'asc' }],
          terminal: ['$ownerId', 'tag'],
        },
      ],
    }),
    right: entries(),
    check(index, report) {
      if (!isEntries(index) || isCounter(index)) return;
      const at = getMember(index.node, 'terminal') ?? index.node;
      const components = listTerminal(index);
      for (const [step, name] of components.entries()) {
        const problem = explainComponent(name, index);
        const schema = index.documentType.fields.get(name)?.schema;
        if (problem !== undefined) report(at, { message: `"${truncate(name)}" of the terminal ${problem}` });
        else if (step < components.length - 1 && schema !== undefined && !hasFixedWidth(schema))
          report(at, {
            message: `"${truncate(name)}" of the terminal has no fixed width: it must be the last`,
          });
      }
      const size = components.reduce(
        (sum, name) =>
          sum + (name === '$ownerId' ? IDENTIFIER_BYTES : largestSize(index.documentType.fields.get(name))),
        0n,
      );
      if (size > MAX_KEY_BYTES)
        report(at, { message: `the terminal takes ${size} bytes: at most ${MAX_KEY_BYTES} are allowed` });
      if (getMember(index.node, 'properties') === undefined)
        for (const conflict of listFlatConflicts(index))
          report(index.node, {
            message: `${truncate(index.label)} has no properties: it cannot have ${conflict}`,
          });
    },
  }),
  ...needMembers(
    ['outlivesDelete'],
    [
      extendedRule({
        code: 'outlives-delete',
        title: 'Entries cannot outlive their deletion',
        about: 'index',
        why: 'Entries that stay after a delete go with their window: the index has a `timeRange` with `ttl`. It sums nothing, the type has no `entryPayload`, and its key holds the whole key of an index that deletes clear.',
        fix: 'Give the windows a ttl, and add the properties of another index.',
        wrong: trending({ timeRange: { on: '$createdAt', range: 3600, step: 3600 } }),
        right: trending({}),
        check(index, report) {
          if (!isEntries(index) || !outlivesDelete(index)) return;
          for (const problem of listOutlivingProblems(index))
            report(getMember(index.node, 'outlivesDelete'), { message: problem, isAtName: true });
        },
      }),
    ],
  ),
  ...needMembers(
    ['summableOffCountIndex'],
    [
      extendedRule({
        code: 'counter-source',
        title: 'An index cannot count the entries of another one',
        about: 'index',
        why: '`summableOffCountIndex` names another index that holds every entry once. A type has one such source and sums nothing else; no property has its name. The counter has all properties of the source, and every other one is fixed by the `where` of a reference in the source. It has no buckets, is not unique, allows no offsets, and no index continues it.',
        fix: 'Name an index that holds every entry, and add its properties.',
        wrong: counted({ properties: [{ author: 'asc' }] }),
        right: counted({}),
        check(index, report) {
          const named = getMember(index.node, 'summableOffCountIndex');
          const name = getText(named);
          if (!isEntries(index) || name === undefined) return;
          const source = findSource(index);
          const problem = explainSource(index, source, name);
          if (problem !== undefined) report(named, { message: `"${truncate(name)}" ${problem}` });
          for (const conflict of listCounterConflicts(index))
            report(named, { message: `${truncate(index.label)} cannot count: ${conflict}`, isAtName: true });
          if (source === undefined) return;
          const [own, counted] = [listNames(index), listNames(source)];
          const fixed = listCounterValues(index);
          for (const missing of counted.filter((each) => !own.includes(each)))
            report(named, { message: `"${truncate(missing)}" of ${truncate(source.label)} is not in it` });
          for (const free of own.filter((each) => !counted.includes(each) && !fixed.includes(each)))
            report(named, {
              message: `"${truncate(free)}" is fixed by no where of a reference in ${truncate(source.label)}`,
            });
        },
      }),
    ],
  ),
];

/** Lists what keeps entries of an index from outliving their deletion. */
function listOutlivingProblems(index: Index): string[] {
  const { documentType } = index;
  const others = documentType.indices.filter(
    (each) => !isSkipping(each) && !outlivesDelete(each) && !isCounter(each),
  );
  const held = new Set([...listNames(index), ...listTerminal(index)]);
  const isCleared = others.some((each) =>
    [...listNames(each), ...listTerminal(each)].every((name) => held.has(name)),
  );
  return [
    ...(readBucket(index)?.ttl === undefined ? ['the index has no timeRange with ttl'] : []),
    ...(sums(index) ? ['the index sums'] : []),
    ...(getMember(documentType.node, 'entryPayload') === undefined ? [] : ['the type has an entryPayload']),
    ...(isCleared ? [] : ['its key does not hold the whole key of an index that deletes clear']),
  ];
}
