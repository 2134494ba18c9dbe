import type { DocumentTypeDescription } from '@dapikit/contract';

const CREATORS = ['anyone can create', 'only the owner of the contract can create', 'nobody can create'];

/** Lists what can be done with documents of a type. */
export function listTraits(type: DocumentTypeDescription): readonly string[] {
  const traits: readonly (readonly [boolean, string, string?])[] = [
    [true, CREATORS[type.creationRestrictionMode] ?? ''],
    [type.documentsMutable, 'mutable', 'immutable'],
    [type.canBeDeleted && !type.documentsKeepHistory, 'can be deleted', 'cannot be deleted'],
    [type.documentsKeepHistory, 'keeps its history'],
    [type.transferable === 1, 'transferable'],
    [type.tradeMode === 1, 'can be sold'],
    [type.aggregates.countable !== 'notCountable', 'counted'],
    [type.aggregates.summable !== undefined, `sums ${type.aggregates.summable}`],
    [Object.keys(type.tokenCost).length > 0, 'costs tokens'],
  ];
  return traits
    .map(([holds, words, otherwise]) => (holds ? words : otherwise))
    .filter((words) => words !== undefined);
}
