import type { ContractFrame } from '../model/contract-model.js';
import { findLaterVersion } from '../protocol/later-keywords.js';
import type { KeywordOwner, ProtocolRules } from '../protocol/protocol-rules.js';
import { describeLater } from '../protocol/protocol-versions.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { appliesToType } from '../schema/keywords-by-type.js';
import { getMember, getText, type JsonNode } from '../source/json-node.js';
import { readAsKeyword } from './single-reading.js';
import { type KeywordFix, removeKeeping, movePropertyInside } from './keyword-moves.js';
import { isPlain, RENAMED_KEYWORDS, isObjectWithoutType, isMisplacedProperty } from './misplaced-schema.js';
import { suggestName } from './suggest-name.js';

/** Describes where an unknown keyword is. */
interface UnknownKeyword {
  readonly keywords: Iterable<string>;
  readonly owner: KeywordOwner;
  readonly protocol: ProtocolRules;
  /** Maps keywords of other schema languages to what to write instead. */
  readonly instead?: ReadonlyMap<string, string>;
}

/**
 * Suggests a fix for an unknown keyword: to wait for the protocol version that has it, a similar one, what to write
 * instead if that is known, or to remove it. Only a scalar that names no type has a patch that removes it, and keeps what it says.
 */
export function fixUnknownKeyword(
  node: JsonNode,
  { keywords, owner, protocol, instead = new Map() }: UnknownKeyword,
  { isOversized }: Pick<ContractFrame, 'isOversized'>,
): KeywordFix {
  const name = String(node.key);
  const later = findLaterVersion(owner, name, protocol);
  if (later !== undefined)
    return {
      note: describeLater(later),
      fix: `Remove it until the network runs protocol ${later}.`,
    };
  const patch =
    isPlain(node) || (instead.has(name) && node.kind === 'string') ? removeKeeping(node, owner) : undefined;
  const removed = patch === undefined ? {} : { patch };
  const renamed = RENAMED_KEYWORDS.get(name);
  if (renamed !== undefined && new Set(keywords).has(renamed) && canBeKeyword(node, renamed, owner))
    return getMember(node.parent, renamed) === undefined
      ? { suggestion: renamed }
      : { note: `"${renamed}" says the same`, fix: `Remove "${name}" or "${renamed}".` };
  const isObject =
    owner === 'document-type' ||
    getText(getMember(node.parent, 'type')) === 'object' ||
    (owner === 'property' && isObjectWithoutType(node.parent));
  if (isObject && !isOversized && isMisplacedProperty(node)) return movePropertyInside(node);
  const advice = instead.get(name);
  if (advice !== undefined) return { fix: advice, ...removed };
  const similar = isOversized ? {} : suggestName(name, [...keywords]);
  return similar.suggestion === undefined || !canBeKeyword(node, similar.suggestion, owner)
    ? removed
    : similar;
}

/** Lists keywords whose rules read values of other forms. */
const READ_BY_RULES: ReadonlySet<string> = new Set([
  'additionalProperties',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'properties',
  'required',
]);

/** Returns whether a member can have the name of a keyword: its value has a reading there, and the type of a property has the keyword. */
function canBeKeyword(node: JsonNode, keyword: string, owner: KeywordOwner): boolean {
  const shape = PROPERTY_KEYWORDS.get(keyword);
  const isRead =
    shape === undefined ||
    READ_BY_RULES.has(keyword) ||
    shape.fits(node) ||
    readAsKeyword(node, shape).patch !== undefined;
  if (owner !== 'property' || !isRead) return isRead;
  const type = getMember(node.parent, 'type');
  // A reference stands alone: beside a type, "ref" names a model of Mongoose.
  if (keyword === '$ref') return type === undefined && getText(node)?.startsWith('#') === true;
  const name = getText(type);
  return name === undefined || appliesToType(keyword, name);
}
