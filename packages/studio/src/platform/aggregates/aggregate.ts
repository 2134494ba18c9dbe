import type { DocumentTypeDescription, AggregatesDescription } from '@dapikit/contract';

/**
 * Describes a count, a sum or both that the platform maintains: over all documents of a type, or per value of an index.
 */
export interface Aggregate {
  /** Empty for the type itself. */
  readonly indexName: string;
  /** The properties of the index; none for the type itself. */
  readonly properties: readonly string[];
  readonly counts: boolean;
  /** The property that is summed. */
  readonly sums: string | undefined;
  /** True if one query answers it for a range of values, and so for all of them. */
  readonly isRanged: boolean;
}

/** Describes an aggregate that a type does not have, and the flag that would add it. */
export interface MissingAggregate {
  readonly what: string;
  /** The text to add to the contract. */
  readonly flag: string;
}

/** Returns the aggregates of a type: those over all documents first, then those of its indices. */
export function listAggregates({ aggregates, indices }: DocumentTypeDescription): readonly Aggregate[] {
  const all = [
    { indexName: '', properties: [], ...readFlags(aggregates) },
    ...indices.map(({ name, properties, aggregates: ofIndex }) => ({
      indexName: name,
      properties,
      ...readFlags(ofIndex),
    })),
  ];
  return all.filter(({ counts, sums }) => counts || sums !== undefined);
}

/** Returns whether a type has any aggregate. */
export const hasAggregates = (type: DocumentTypeDescription): boolean => listAggregates(type).length > 0;

/** Returns the aggregates that a type could have and does not. */
export function listMissingAggregates(type: DocumentTypeDescription): readonly MissingAggregate[] {
  const { aggregates, indices, name } = type;
  return [
    ...(readFlags(aggregates).counts
      ? []
      : [
          {
            what: `The count of all ${name} documents`,
            flag: '"documentsCountable": true in the document type',
          },
        ]),
    ...(aggregates.summable === undefined
      ? [
          {
            what: `A sum over all ${name} documents`,
            flag: '"documentsSummable": "…" in the document type',
          },
        ]
      : []),
    ...indices
      .filter(({ contested }) => contested === undefined)
      .flatMap(({ name: index, aggregates: ofIndex }) => [
        ...(readFlags(ofIndex).counts
          ? []
          : [{ what: `The count per value of ${index}`, flag: `"countable": true in the index ${index}` }]),
        ...(ofIndex.summable === undefined
          ? [{ what: `A sum per value of ${index}`, flag: `"summable": "…" in the index ${index}` }]
          : []),
      ]),
  ];
}

function readFlags({ countable, summable, rangeCountable, rangeSummable }: AggregatesDescription) {
  const counts = countable !== 'notCountable';
  return {
    counts,
    sums: summable,
    isRanged: (!counts || rangeCountable) && (summable === undefined || rangeSummable),
  };
}
