import { readCountable, findSummedProperty, type INDEX_FLAGS, type TYPE_FLAGS } from '../model/aggregates.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getBoolean, getMember, getText, type ObjectNode } from '../source/json-node.js';
import type { AggregatesDescription } from './contract-description.js';

/** Describes what a type or an index counts and sums; nothing before protocol 12. */
export function describeAggregates(
  node: ObjectNode,
  flags: typeof INDEX_FLAGS | typeof TYPE_FLAGS,
  { aggregates }: ProtocolRules,
): AggregatesDescription {
  if (!aggregates) return { countable: 'notCountable', rangeCountable: false, rangeSummable: false };
  const flag = (name: string) => getBoolean(getMember(node, name)) === true;
  const source = getText(getMember(node, 'summableOffCountIndex'));
  const summable = findSummedProperty(node, flags)?.name ?? source;
  const isAveraged = getText(getMember(node, flags.average)) !== undefined;
  const counted = getMember(node, flags.count);
  // Before protocol 14, the network accepts no range count without a count.
  const isCounted =
    source !== undefined || isAveraged || readCountable(counted) === 'yes' || flag('rangeCountable');
  const allowsOffset = getText(counted) === 'countableAllowingOffset';
  return {
    countable: allowsOffset ? 'countableAllowingOffset' : isCounted ? 'countable' : 'notCountable',
    ...(summable === undefined ? {} : { summable }),
    rangeCountable: flag('rangeCountable') || flag('rangeAverageable'),
    rangeSummable: flag('rangeSummable') || flag('rangeAverageable'),
  };
}
