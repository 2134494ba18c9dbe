import type { DocumentTypeDescription, TotalsDescription } from '@dapikit/contract';

/** What is counted or summed: all documents of a type, or those of each value of an index. */
export interface KeptTotal {
  /** Empty for the type itself. */
  readonly indexName: string;
  /** The properties of the index; none for the type itself. */
  readonly properties: readonly string[];
  readonly counts: boolean;
  /** The property that is summed. */
  readonly sums: string | undefined;
}

/** Why something is not counted or summed, and what would change that. */
export interface LackingTotal {
  readonly what: string;
  /** What to write into the contract. */
  readonly flag: string;
}

/** What a type keeps totals of: itself first, then its indices. */
export function keptTotals({ totals, indices }: DocumentTypeDescription): readonly KeptTotal[] {
  const all = [
    { indexName: '', properties: [], ...kept(totals) },
    ...indices.map(({ name, properties, totals }) => ({ indexName: name, properties, ...kept(totals) })),
  ];
  return all.filter(({ counts, sums }) => counts || sums !== undefined);
}

/** Whether a type keeps any total. */
export const keepsTotals = (type: DocumentTypeDescription): boolean => keptTotals(type).length > 0;

/** What a type keeps no totals of. */
export function lackingTotals(type: DocumentTypeDescription): readonly LackingTotal[] {
  const { totals, indices, name } = type;
  return [
    ...(kept(totals).counts
      ? []
      : [
          {
            what: `All documents of ${name} are not counted`,
            flag: '"documentsCountable": true in the type',
          },
        ]),
    ...(totals.summable === undefined
      ? [{ what: `All documents of ${name} are not summed`, flag: '"documentsSummable": "…" in the type' }]
      : []),
    ...indices
      .filter(({ contested }) => contested === undefined)
      .flatMap(({ name: index, totals }) => [
        ...(kept(totals).counts
          ? []
          : [
              {
                what: `Nothing is counted by index ${index}`,
                flag: `"countable": true in the index ${index}`,
              },
            ]),
        ...(totals.summable === undefined
          ? [{ what: `Nothing is summed by index ${index}`, flag: `"summable": "…" in the index ${index}` }]
          : []),
      ]),
  ];
}

const kept = ({ countable, summable }: TotalsDescription) => ({
  counts: countable !== 'notCountable',
  sums: summable,
});
