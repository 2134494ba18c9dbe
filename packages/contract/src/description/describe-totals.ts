import { countableOf, summedProperty, type INDEX_FLAGS, type TYPE_FLAGS } from '../model/aggregates.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { booleanOf, member, textOf, type ObjectNode } from '../source/json-node.js';
import type { TotalsDescription } from './contract-description.js';

/** What a type or an index counts and sums; nothing before protocol 12. */
export function describeTotals(
  node: ObjectNode,
  flags: typeof INDEX_FLAGS | typeof TYPE_FLAGS,
  { aggregates }: ProtocolRules,
): TotalsDescription {
  if (!aggregates) return { countable: 'notCountable', rangeCountable: false, rangeSummable: false };
  const flag = (name: string) => booleanOf(member(node, name)) === true;
  const summable = summedProperty(node, flags)?.name;
  const isAveraged = textOf(member(node, flags.average)) !== undefined;
  const counted = member(node, flags.count);
  const isCounted = isAveraged || countableOf(counted) === 'yes';
  const allowsOffset = textOf(counted) === 'countableAllowingOffset';
  return {
    countable: allowsOffset ? 'countableAllowingOffset' : isCounted ? 'countable' : 'notCountable',
    ...(summable === undefined ? {} : { summable }),
    rangeCountable: flag('rangeCountable') || flag('rangeAverageable'),
    rangeSummable: flag('rangeSummable') || flag('rangeAverageable'),
  };
}
