import { readCountable } from '../model/aggregates.js';
import type { Index } from '../model/contract-model.js';
import { isSkipping, listSkipped, listTerminal, RANKINGS, readNames } from '../model/index-traits.js';
import { isIndexOnly } from '../model/type-traits.js';
import { canonicalText } from '../source/canonical-text.js';
import { asObject, getInteger, getMember, type JsonNode } from '../source/json-node.js';

/** Lists members that say nothing where they have this value. */
const PRESETS: Readonly<Record<string, boolean>> = {
  unique: false,
  nullSearchable: true,
  rangeCountable: false,
  rangeSummable: false,
  rangeAverageable: false,
  preallocated: false,
  outlivesDelete: false,
  skipIfAbsent: false,
  ...Object.fromEntries(RANKINGS.map((name) => [name, false])),
};

/** Returns the words for the keywords that have several spellings. */
function spell(name: string, node: JsonNode, index: Index): string {
  if (name === 'countable') return readCountable(node) === 'yes' ? canonicalCount(node) : '';
  if (name === 'skipIfAbsent' && isSkipping(index)) return listSkipped(index).toSorted().join(' ');
  if (name === 'terminal') return readNames(node).join(' ');
  if (name === 'timeRange' || name === 'integerRange') return spellBucket(node);
  const levels = getMember(node, 'at');
  return levels === undefined ? canonicalText(node) : `at ${readNames(levels).toSorted().join(' ')}`;
}

/** Writes a bucket: a phase of 0 is the default. */
const spellBucket = (node: JsonNode): string =>
  [...(asObject(node)?.members ?? [])]
    .filter(([name, value]) => name !== 'phase' || getInteger(value) !== 0n)
    .map(([name, value]) => `${name}: ${canonicalText(value)}`)
    .toSorted()
    .join(', ');

const canonicalCount = (node: JsonNode): string =>
  node.kind === 'boolean' ? '"countable"' : canonicalText(node);

/** Writes a text that is the same for indices that the platform reads equally: other spellings of a keyword are no change. */
export function writeIndex(index: Index): string {
  const members = [...index.node.members].flatMap(([name, node]) => {
    const isPreset = node.kind === 'boolean' && PRESETS[name] === node.value;
    const text = isPreset ? '' : spell(name, node, index);
    return text === '' ? [] : [`${name}: ${text}`];
  });
  const isDefault = isIndexOnly(index.documentType) && getMember(index.node, 'terminal') === undefined;
  return [...members, ...(isDefault ? [`terminal: ${listTerminal(index).join(' ')}`] : [])]
    .toSorted()
    .join('\n');
}
