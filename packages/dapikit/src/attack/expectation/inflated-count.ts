import type { AggregatesDescription, IndexDescription } from '@dapikit/contract';
import { valueAt, withValue } from '../step/document-value.js';
import { ACTORS, type ActorName, type DocumentJson, type ExecutedStep } from '../step/step.js';
import { roundDash } from '../../report/round-dash.js';
import {
  ownPaths,
  listNames,
  uniqueIndices,
  type Expectation,
  type Subject,
  type Surprise,
} from './expectation.js';

/** Number of documents that are created to measure. */
const COPIES = 3;
const THOUSAND = 1000n;

interface Counted {
  readonly aggregates: AggregatesDescription;
  /** Absent for the count of the type. */
  readonly index?: IndexDescription;
}

/** Finds counts and sums that strangers can raise, with the cost of that: one of each kind, by the index with the fewest properties. */
export const inflatedCount: Expectation = {
  code: 'count-inflated',
  severity: 'warning',
  title: 'Anyone who pays the fees can raise a count or a sum',
  why: 'A count has documents, not people: identities cost little, and one identity can have many documents. A vote, a rating or a ranking by counts is for sale at that price.',
  fix: 'Make an index with "$ownerId" unique, so that each document needs an identity, let documents cost tokens, or count only what you trust.',
  async examine(subject) {
    const { type, creator } = subject;
    if (creator === 'owner') return [];
    const counted: Counted[] = [
      { aggregates: type.aggregates },
      ...type.indices
        .map((index) => ({ aggregates: index.aggregates, index }))
        .toSorted((a, b) => a.index.properties.length - b.index.properties.length),
    ];
    const found = new Map<string, Surprise>();
    for (const each of counted.filter(({ aggregates }) => isAggregated(aggregates))) {
      const { countable, summable = '' } = each.aggregates;
      const kind = countable === 'notCountable' ? summable : `count ${summable}`;
      const surprise = found.has(kind) ? undefined : await inflate(subject, each);
      if (surprise !== undefined) found.set(kind, surprise);
    }
    return [...found.values()];
  },
};

const isAggregated = ({ countable, summable }: AggregatesDescription): boolean =>
  countable !== 'notCountable' || summable !== undefined;

async function inflate(subject: Subject, { aggregates, index }: Counted): Promise<Surprise | undefined> {
  const { room, type, source, plain } = subject;
  const paths = index === undefined ? [] : ownPaths(index);
  const { summable } = aggregates;
  const base = source.having(plain, [...paths, ...(summable === undefined ? [] : [summable])]);
  if (base === undefined) return undefined;
  const largest = summable === undefined ? undefined : largestValue(subject, base, summable);
  const filled = summable === undefined || largest === undefined ? base : withValue(base, summable, largest);
  const byOne = await room.branch(async () => copies(subject, filled, paths, () => 'alice'));
  const byMany =
    byOne === undefined
      ? await room.branch(async () => copies(subject, filled, paths, (at) => ACTORS[at + 1] ?? 'carol'))
      : undefined;
  const steps = byOne ?? byMany;
  if (steps === undefined) return undefined;
  const costs = steps.flatMap(({ step, outcome }) =>
    step.action === 'create' && outcome.accepted ? [outcome.fee] : [],
  );
  const average = costs.reduce((sum, fee) => sum + fee, 0n) / BigInt(costs.length);
  const subjectText =
    aggregates.countable === 'notCountable' ? `the sum of "${summable}"` : `the count of "${type.name}"`;
  const place = paths.length === 0 ? '' : ` with the same ${listNames(paths)}`;
  const identities = byOne === undefined ? ', each by another identity' : '';
  const sum = largest === undefined ? '' : `, and each adds ${largest} to "${summable}"`;
  const message = `${subjectText}${place} can be inflated by a thousand documents for ${roundDash(average * THOUSAND)} DASH${identities}${sum}`;
  return { message, place: index === undefined ? [] : ['indices', index.name], steps };
}

/** Stores copies that share the values at these paths; nothing where one is rejected. */
async function copies(
  subject: Subject,
  base: DocumentJson,
  paths: readonly string[],
  by: (at: number) => ActorName,
): Promise<readonly ExecutedStep[] | undefined> {
  const { room, type, source } = subject;
  for (let at = 0; at < COPIES; at += 1) {
    let data: DocumentJson | undefined = base;
    for (const unique of uniqueIndices(type)) {
      const free = ownPaths(unique).find((path) => !paths.includes(path));
      if (free !== undefined && at > 0 && data !== undefined) data = source.differing(data, [free], at - 1);
    }
    if (data === undefined) return undefined;
    const documentType = type.name;
    const document = room.nextLabel(documentType);
    const outcome = await room.perform({ action: 'create', by: by(at), documentType, document, data });
    if (!outcome.accepted) return undefined;
  }
  return room.steps;
}

function largestValue({ source }: Subject, base: DocumentJson, path: string): number | undefined {
  const values = [valueAt(base, path), ...source.valuesFor(base, path)].filter(
    (value) => typeof value === 'number',
  );
  return values.length === 0 ? undefined : Math.max(...values);
}
