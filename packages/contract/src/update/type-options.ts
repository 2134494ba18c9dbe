import type { Config } from '../model/config.js';
import { readCountable, findSummedProperty, TYPE_FLAGS } from '../model/aggregates.js';
import type { DocumentType } from '../model/contract-model.js';
import { HISTORY_OPTIONS } from '../protocol/keywords.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { canonicalText } from '../source/canonical-text.js';
import {
  getBoolean,
  getInteger,
  getItems,
  getMember,
  getText,
  type ObjectNode,
  type JsonNode,
} from '../source/json-node.js';

type OptionValue = number | boolean | string | null;

/** Describes an option of a document type that cannot change, and its effective value. */
interface TypeOption {
  readonly name: string;
  readonly valueOf: (type: ObjectNode, config: Config) => OptionValue;
  readonly isActive?: (protocol: ProtocolRules) => boolean;
  /** Members that decide the option; its own name when absent. */
  readonly members?: readonly string[];
}

const numberAt = (type: ObjectNode, name: string): number | undefined => {
  const value = getInteger(getMember(type, name));
  return value === undefined ? undefined : Number(value);
};

const choice = (name: string, preset: number): TypeOption => ({
  name,
  valueOf: (type) => numberAt(type, name) ?? preset,
});

const flag = (name: string, preset: (config: Config) => boolean): TypeOption => ({
  name,
  valueOf: (type, config) => getBoolean(getMember(type, name)) ?? preset(config),
});

const boundedKey = (
  name: 'requiresIdentityEncryptionBoundedKey' | 'requiresIdentityDecryptionBoundedKey',
): TypeOption => ({ name, valueOf: (type, config) => numberAt(type, name) ?? config[name] });

/** Lists the keywords of the extended language that an update cannot change. */
const FROZEN_KEYWORDS = [
  'ttl',
  'indexOnly',
  'entryPayload',
  'retractedWhen',
  'moderatorAbilities',
  'actionFees',
  'tokenCost',
  'ownerRefersTo',
  'creatorRefersTo',
] as const;

/** Names the keywords whose every change is one of their option, or, as another order of `entryPayload`, is none. */
export const SETTLED_KEYWORDS: ReadonlySet<string> = new Set(
  FROZEN_KEYWORDS.filter((name) => name !== 'indexOnly'),
);

/** Reads a keyword as text: of `entryPayload` the order is free, and `indexOnly` is off by default. */
const frozen = (name: (typeof FROZEN_KEYWORDS)[number]): TypeOption => ({
  name,
  isActive: ({ extendedLanguage }) => extendedLanguage,
  valueOf: (type) => {
    const node = getMember(type, name);
    if (name === 'indexOnly') return getBoolean(node) === true;
    if (name === 'entryPayload') return getItems(node).map(canonicalText).toSorted().join(', ') || null;
    return node === undefined ? null : canonicalText(node);
  },
});

const isOn = (type: ObjectNode, name: string): boolean => getBoolean(getMember(type, name)) === true;

const aggregate = (
  name: string,
  members: readonly string[],
  valueOf: (type: ObjectNode) => OptionValue,
): TypeOption => ({ name, members, valueOf, isActive: ({ aggregates }) => aggregates });

/**
 * Lists the options in the order in which the platform compares them.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/methods/validate_update` in dashpay/platform.
 */
const TYPE_OPTIONS: readonly TypeOption[] = [
  choice('creationRestrictionMode', 0),
  choice('tradeMode', 0),
  choice('transferable', 0),
  {
    name: 'canBeDeleted',
    valueOf: (type, config) => {
      const value = getMember(type, 'canBeDeleted');
      return getBoolean(value) ?? getText(value) ?? config.documentsCanBeDeletedContractDefault;
    },
  },
  flag('documentsKeepHistory', (config) => config.documentsKeepHistoryContractDefault),
  ...HISTORY_OPTIONS.map((name) => ({
    ...flag(name, () => false),
    isActive: ({ documentTypeKeywords }: ProtocolRules) => documentTypeKeywords?.has(name) === true,
  })),
  flag('documentsMutable', (config) => config.documentsMutableContractDefault),
  boundedKey('requiresIdentityEncryptionBoundedKey'),
  boundedKey('requiresIdentityDecryptionBoundedKey'),
  choice('signatureSecurityLevelRequirement', 2),
  ...FROZEN_KEYWORDS.map(frozen),
  aggregate(
    'documentsCountable',
    ['documentsCountable', 'rangeCountable', 'documentsAverageable', 'rangeAverageable'],
    (type) =>
      readCountable(getMember(type, 'documentsCountable')) === 'yes' ||
      ['rangeCountable', 'rangeAverageable'].some((name) => isOn(type, name)) ||
      getMember(type, 'documentsAverageable') !== undefined,
  ),
  aggregate(
    'rangeCountable',
    ['rangeCountable', 'rangeAverageable'],
    (type) => isOn(type, 'rangeCountable') || isOn(type, 'rangeAverageable'),
  ),
  aggregate(
    'documentsSummable',
    ['documentsSummable', 'documentsAverageable'],
    (type) => findSummedProperty(type, TYPE_FLAGS)?.name ?? null,
  ),
  aggregate(
    'rangeSummable',
    ['rangeSummable', 'rangeAverageable'],
    (type) => isOn(type, 'rangeSummable') || isOn(type, 'rangeAverageable'),
  ),
];

/** Describes an option whose effective value changes. */
export interface OptionChange {
  readonly name: string;
  readonly before: OptionValue;
  readonly after: OptionValue;
  /** Node of the option in the update; undefined if it is omitted. */
  readonly node: JsonNode | undefined;
  /** Members of the type that changed it. */
  readonly members: readonly string[];
}

function textAt(type: ObjectNode, name: string): string | undefined {
  const node = getMember(type, name);
  return node === undefined ? undefined : canonicalText(node);
}

/** Returns whether an update makes a type with a history what it must be from protocol 14 on: not deletable. */
export const endsDeletion = (
  change: { readonly before: OptionValue; readonly after: OptionValue },
  { node }: DocumentType,
  config: Config,
): boolean =>
  change.before === true &&
  change.after === false &&
  (getBoolean(getMember(node, 'documentsKeepHistory')) ?? config.documentsKeepHistoryContractDefault);

/** Finds changed options. Changes of the contract's defaults are reported once, at the contract. */
export function findOptionChanges(
  before: DocumentType,
  after: DocumentType,
  config: Config,
  protocol: ProtocolRules,
): OptionChange[] {
  const changes: OptionChange[] = [];
  const reported = new Set<string>();
  for (const { name, valueOf, isActive, members = [name] } of TYPE_OPTIONS) {
    if (isActive?.(protocol) === false) continue;
    const change = { before: valueOf(before.node, config), after: valueOf(after.node, config) };
    if (change.before === change.after) continue;
    if (name === 'canBeDeleted' && protocol.extendedLanguage && endsDeletion(change, after, config)) continue;
    const changed = members.filter((flag) => textAt(before.node, flag) !== textAt(after.node, flag));
    // One flag can change several options: it is reported once.
    if (changed.some((flag) => reported.has(flag))) continue;
    for (const flag of changed) reported.add(flag);
    const node = changed.map((flag) => getMember(after.node, flag)).find((found) => found !== undefined);
    changes.push({ name, ...change, node, members: changed });
  }
  return changes;
}
