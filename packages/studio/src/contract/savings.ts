import { estimateFees, type ContractDescription, type FeeEstimate } from '@dapikit/contract';
import { findTypeSchema } from './property-limits.js';

/** Describes a way to pay less for a contract. */
export interface Saving {
  readonly title: string;
  readonly about: string;
  /** The difference of the registration fees, in credits. */
  readonly credits: bigint;
}

/** The most candidates that are checked: each is a whole check, and more would delay typing. */
const MAX_CANDIDATES = 24;

/**
 * Finds what could be left out of a contract to pay less. Each candidate is checked, so that the network accepts the contract
 * without it. The largest saving comes first.
 */
export function findSavings(
  text: string,
  fees: FeeEstimate,
  { documentTypes, protocolVersion }: ContractDescription,
): readonly Saving[] {
  const candidates = documentTypes.flatMap((type) =>
    type.indices.flatMap((index): Candidate[] => {
      const where = `${type.name}.${index.name}`;
      if (index.contested !== undefined)
        return [
          {
            title: `Register ${where} without a vote`,
            about: 'The first identity gets a value, and nobody can contest it.',
            change: changeIndex(type.name, index.name, (members) => ({ ...members, contested: undefined })),
          },
        ];
      const covering = type.indices.find((other) => isCoveredBy(other, index));
      return covering === undefined
        ? []
        : [
            {
              title: `Leave out ${where}`,
              about: `${covering.name} begins with the same fields, and serves the same queries.`,
              change: changeIndex(type.name, index.name, () => undefined),
            },
          ];
    }),
  );
  return candidates
    .slice(0, MAX_CANDIDATES)
    .flatMap(({ title, about, change }): Saving[] => {
      const { estimate } = estimateFees(applyChange(text, change), { protocolVersion });
      const credits = estimate === undefined ? 0n : fees.total.credits - estimate.total.credits;
      return credits > 0n ? [{ title, about, credits }] : [];
    })
    .toSorted((a, b) => (a.credits === b.credits ? 0 : a.credits > b.credits ? -1 : 1));
}

type Members = Readonly<Record<string, unknown>>;
type Index = ContractDescription['documentTypes'][number]['indices'][number];

interface Candidate {
  readonly title: string;
  readonly about: string;
  readonly change: (contract: unknown) => void;
}

/** Returns whether another index serves all queries of a plain index: it starts with the same fields, and is little longer. */
function isCoveredBy(other: Index, index: Index): boolean {
  const { aggregates } = index;
  const isPlain =
    !index.unique && aggregates.countable === 'notCountable' && aggregates.summable === undefined;
  return (
    isPlain &&
    other !== index &&
    other.properties.length > index.properties.length &&
    other.properties.length - index.properties.length <= 2 &&
    index.properties.every((field, at) => other.properties[at] === field)
  );
}

function applyChange(text: string, change: (contract: unknown) => void): unknown {
  const contract: unknown = JSON.parse(text);
  change(contract);
  return contract;
}

function changeIndex(
  typeName: string,
  indexName: string,
  change: (index: Members) => Members | undefined,
): (contract: unknown) => void {
  return (contract) => {
    const indices = findTypeSchema(contract, typeName)?.['indices'];
    if (!Array.isArray(indices)) return;
    const at = indices.findIndex((index: Members) => index['name'] === indexName);
    const next = at < 0 ? undefined : change(Object(indices[at]));
    if (next === undefined) indices.splice(at, 1);
    else indices[at] = next;
  };
}
