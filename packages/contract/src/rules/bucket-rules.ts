import { requires } from '../model/document-type.js';
import type { Index } from '../model/contract-model.js';
import {
  isBucketed,
  isOn,
  listNames,
  readBucket,
  writeBucketKey,
  type Bucket,
} from '../model/index-traits.js';
import { getKindOf, isAlwaysPresent, isIndexOnly } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getBoolean, getMember } from '../source/json-node.js';
import { noteOf, TEXT_PROPERTY } from './example.js';
import { extendedRule, needMembers, type Rule } from './rule.js';

const MAX_OVERLAP = 24n;
const MAX_PHASE = 31_536_000n;
const MAX_TTL = 604_800n;
const MAX_KEY_BYTES = 255;
const TIMES = new Set(['$createdAt', '$updatedAt', '$transferredAt']);

const HOURLY = { on: '$createdAt', range: 3600, step: 3600 };
const timed = (timeRange: object, members: object = {}) =>
  noteOf(
    { text: TEXT_PROPERTY },
    {
      required: ['$createdAt'],
      indices: [
        {
          name: 'byTime',
          properties: [{ $createdAt: 'asc' }, { text: 'asc' }],
          timeRange: { ...HOURLY, ...timeRange },
          ...members,
        },
      ],
    },
  );
const banded = (integerRange: object, members: object = {}) =>
  noteOf(
    {
      price: { type: 'integer', minimum: 0, maximum: 1000, position: 0 },
      text: { ...TEXT_PROPERTY, position: 1 },
    },
    {
      required: ['price'],
      indices: [
        {
          name: 'byPrice',
          properties: [{ price: 'asc' }],
          integerRange: { on: 'price', range: 100, step: 100, ...integerRange },
        },
      ],
      ...members,
    },
  );

/** Says why a property cannot be divided into buckets; undefined if it can. */
function explainSource({ on, kind }: Bucket, { documentType }: Index): string | undefined {
  if (kind === 'timeRange') {
    if (!TIMES.has(on)) return 'is no $createdAt, $updatedAt or $transferredAt';
    if (isIndexOnly(documentType) && on !== '$createdAt')
      return 'is not $createdAt, the only time of entries';
    return requires(documentType.node, on) ? undefined : 'is not in required';
  }
  if (on.startsWith('$') || getKindOf(documentType, on) !== 'integer')
    return 'is no integer property of the type';
  return isAlwaysPresent(documentType, on) ? undefined : 'is optional';
}

/** Says what is wrong with the grid of windows. */
function* explainGrid({
  kind,
  range,
  step,
  phase,
  ttl,
}: Bucket): Generator<readonly [member: string, message: string]> {
  if (range % step !== 0n) yield ['range', `range ${range} is no multiple of step ${step}`];
  else if (range / step > MAX_OVERLAP)
    yield ['range', `range is ${range / step} times step: at most ${MAX_OVERLAP} windows overlap`];
  if (phase >= step) yield ['phase', `phase is ${phase}: it is below step ${step}`];
  else if (kind === 'timeRange' && phase >= MAX_PHASE)
    yield ['phase', `phase is ${phase}: it is below ${MAX_PHASE}`];
  if (ttl !== undefined && (ttl < range || ttl > MAX_TTL))
    yield ['ttl', `ttl is ${ttl}: it is from range ${range} to ${MAX_TTL}`];
}

/** Lists what an index with buckets cannot be. */
function listConflicts(index: Index, { kind }: Bucket): string[] {
  const { node, documentType, contested } = index;
  return [
    ...(contested === undefined ? [] : ['is contested']),
    ...(getBoolean(getMember(node, 'nullSearchable')) === false ? ['has "nullSearchable": false'] : []),
    ...(isOn(index, 'preallocated') ? ['is preallocated'] : []),
    ...(getMember(node, 'timeRange') !== undefined && getMember(node, 'integerRange') !== undefined
      ? ['has buckets of both kinds']
      : []),
    ...(kind === 'integerRange' && isIndexOnly(documentType) ? ['has entries without documents'] : []),
  ];
}

/** Lists the rules about windows of time and bands of integers. */
export const BUCKET_RULES: readonly Rule<'index'>[] = needMembers(
  ['timeRange', 'integerRange'],
  [
    extendedRule({
      code: 'bucket-source',
      title: 'A property cannot be divided into buckets',
      about: 'index',
      why: '`on` is the first property of the index and always present. `timeRange` divides `$createdAt`, `$updatedAt` or `$transferredAt`, which `required` lists; entries without documents have `$createdAt` only. `integerRange` divides a required integer property of the type.',
      fix: 'Put the property first in the index and into required.',
      wrong: banded(
        { on: 'text' },
        {
          indices: [
            {
              name: 'byText',
              properties: [{ text: 'asc' }],
              integerRange: { on: 'text', range: 100, step: 100 },
            },
          ],
          required: ['price', 'text'],
        },
      ),
      right: banded({}),
      check(index, report) {
        const bucket = readBucket(index);
        if (bucket === undefined) return;
        const problem = explainSource(bucket, index);
        const at = getMember(bucket.node, 'on');
        if (problem !== undefined) report(at, { message: `"${truncate(bucket.on)}" ${problem}` });
        else if (listNames(index)[0] !== bucket.on)
          report(at, { message: `"${truncate(bucket.on)}" is not the first property of the index` });
      },
    }),
    extendedRule({
      code: 'bucket-grid',
      title: 'Buckets have an impossible grid',
      about: 'index',
      why: `\`range\` is a multiple of \`step\`, at most ${MAX_OVERLAP} times it; \`phase\` is below \`step\`, and below a year. The \`ttl\` of windows is from \`range\` to ${MAX_TTL} s (a week). The key of the level, on#range#step#phase, has at most ${MAX_KEY_BYTES} bytes.`,
      fix: 'Correct the numbers.',
      wrong: timed({ range: 3601 }),
      right: timed({ range: 7200 }),
      check(index, report) {
        const bucket = readBucket(index);
        if (bucket === undefined) return;
        for (const [member, message] of explainGrid(bucket))
          report(getMember(bucket.node, member), { message });
        const bytes = new TextEncoder().encode(writeBucketKey(bucket)).length;
        if (bytes > MAX_KEY_BYTES)
          report(bucket.node, {
            message: `the key of the level has ${bytes} bytes: at most ${MAX_KEY_BYTES} are allowed`,
          });
      },
    }),
    extendedRule({
      code: 'bucket-unique',
      title: 'Values are unique in overlapping or moving windows',
      about: 'index',
      why: 'A unique index has windows that do not overlap (`range` equals `step`), and divides a value that stays: `$createdAt`, or an integer.',
      fix: 'Write equal range and step over $createdAt, or remove unique.',
      wrong: timed({ range: 7200 }, { unique: true }),
      right: timed({}, { unique: true }),
      check(index, report) {
        const bucket = readBucket(index);
        if (bucket === undefined || !index.unique) return;
        const isMoving = bucket.kind === 'timeRange' && bucket.on !== '$createdAt';
        if (bucket.range !== bucket.step || isMoving)
          report(getMember(index.node, 'unique'), {
            message: isMoving
              ? `"${truncate(bucket.on)}" changes: windows over it cannot be unique`
              : 'windows overlap: they cannot be unique',
          });
      },
    }),
    extendedRule({
      code: 'bucket-conflict',
      title: 'An index cannot have buckets',
      about: 'index',
      why: 'An index with buckets is not contested, not preallocated, without `"nullSearchable": false`, and of one kind. Entries without documents have no `integerRange`.',
      fix: 'Remove the buckets, or the option beside them.',
      wrong: timed({}, { nullSearchable: false }),
      right: timed({}),
      check(index, report) {
        const bucket = readBucket(index);
        if (bucket === undefined) return;
        for (const conflict of listConflicts(index, bucket))
          report(bucket.node, {
            message: `${truncate(index.label)} ${conflict}: it cannot have buckets`,
            isAtName: true,
          });
      },
    }),
    extendedRule({
      code: 'bucket-ttl-differs',
      title: 'Equal windows have different lives',
      about: 'index',
      why: 'Indices with the same source, range, step and phase share their windows: they agree on `ttl`.',
      fix: 'Write the same ttl, or another grid.',
      wrong: noteOf(
        { text: TEXT_PROPERTY },
        {
          required: ['$createdAt'],
          indices: [
            { name: 'byTime', properties: [{ $createdAt: 'asc' }], timeRange: { ...HOURLY, ttl: 7200 } },
            {
              name: 'byTimeAndText',
              properties: [{ $createdAt: 'asc' }, { text: 'asc' }],
              timeRange: HOURLY,
            },
          ],
        },
      ),
      right: timed({ ttl: 7200 }),
      check(index, report) {
        const bucket = readBucket(index);
        if (bucket?.kind !== 'timeRange') return;
        const other = index.documentType.indices.filter(isBucketed).find((earlier) => {
          const own = readBucket(earlier);
          return (
            own !== undefined && own.kind === 'timeRange' && writeBucketKey(own) === writeBucketKey(bucket)
          );
        });
        const known = other === undefined || other === index ? bucket : readBucket(other);
        if (other !== undefined && known?.ttl !== bucket.ttl)
          report(bucket.node, {
            message: `ttl differs from that of ${truncate(other.label)}, which has the same windows`,
          });
      },
    }),
  ],
);
