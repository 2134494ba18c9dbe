import type { QueryItem } from '../path-query/query-item.js';
import { UnprovableQueryError } from '../prover/unprovable-query-error.js';
import { compareBytes } from '@dapikit/protocol/codec';
import type { Selection } from './query-plan.js';

/**
 * Returns the keys of a property as a query of the trees has them.
 *
 * @throws {UnprovableQueryError} for a range whose ends are exchanged in the order of its keys
 */
export function selectionItems(select: Selection): readonly QueryItem[] {
  if (select.kind === 'keys') return select.keys.map((key): QueryItem => ({ type: 'key', key }));
  const { from, to } = select;
  if (from === undefined) {
    if (to === undefined) return [{ type: 'rangeFull' }];
    return [{ type: to.included ? 'rangeToInclusive' : 'rangeTo', end: to.key }];
  }
  const start = from.key;
  if (to === undefined) return [{ type: from.included ? 'rangeFrom' : 'rangeAfter', start }];
  const end = to.key;
  if (compareBytes(start, end) > 0)
    throw new UnprovableQueryError(
      "the lower bound of the range is above the upper one in the network's keys",
    );
  if (from.included) return [{ type: to.included ? 'rangeInclusive' : 'range', start, end }];
  return [{ type: to.included ? 'rangeAfterToInclusive' : 'rangeAfterTo', start, end }];
}
