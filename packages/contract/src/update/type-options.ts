import type { Config } from '../model/config.js';
import { countableOf, summedProperty, TYPE_FLAGS } from '../model/aggregates.js';
import type { DocumentType } from '../model/document-type.js';
import { HISTORY_OPTIONS } from '../protocol/keywords.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { canonicalText } from '../source/canonical-text.js';
import { booleanOf, integerOf, member, type ObjectNode, type JsonNode } from '../source/json-node.js';

type OptionValue = number | boolean | string | null;

/** An option of a document type that an update may not change, and the value that is in effect. */
interface TypeOption {
  readonly name: string;
  readonly valueOf: (type: ObjectNode, config: Config) => OptionValue;
  readonly holds?: (protocol: ProtocolRules) => boolean;
  /** The members that it is read from; its own name when absent. */
  readonly members?: readonly string[];
}

const numberAt = (type: ObjectNode, name: string): number | undefined => {
  const value = integerOf(member(type, name));
  return value === undefined ? undefined : Number(value);
};

const choice = (name: string, preset: number): TypeOption => ({
  name,
  valueOf: (type) => numberAt(type, name) ?? preset,
});

const flag = (name: string, preset: (config: Config) => boolean): TypeOption => ({
  name,
  valueOf: (type, config) => booleanOf(member(type, name)) ?? preset(config),
});

const boundedKey = (
  name: 'requiresIdentityEncryptionBoundedKey' | 'requiresIdentityDecryptionBoundedKey',
): TypeOption => ({ name, valueOf: (type, config) => numberAt(type, name) ?? config[name] });

const isOn = (type: ObjectNode, name: string): boolean => booleanOf(member(type, name)) === true;

const aggregate = (
  name: string,
  members: readonly string[],
  valueOf: (type: ObjectNode) => OptionValue,
): TypeOption => ({ name, members, valueOf, holds: ({ aggregates }) => aggregates });

/**
 * The options, in the order in which the platform compares them.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/methods/validate_update` in dashpay/platform.
 */
const TYPE_OPTIONS: readonly TypeOption[] = [
  choice('creationRestrictionMode', 0),
  choice('tradeMode', 0),
  choice('transferable', 0),
  flag('canBeDeleted', (config) => config.documentsCanBeDeletedContractDefault),
  flag('documentsKeepHistory', (config) => config.documentsKeepHistoryContractDefault),
  ...HISTORY_OPTIONS.map((name) => ({
    ...flag(name, () => false),
    holds: ({ documentTypeKeywords }: ProtocolRules) => documentTypeKeywords?.has(name) === true,
  })),
  flag('documentsMutable', (config) => config.documentsMutableContractDefault),
  boundedKey('requiresIdentityEncryptionBoundedKey'),
  boundedKey('requiresIdentityDecryptionBoundedKey'),
  choice('signatureSecurityLevelRequirement', 2),
  aggregate(
    'documentsCountable',
    ['documentsCountable', 'rangeCountable', 'documentsAverageable', 'rangeAverageable'],
    (type) =>
      countableOf(member(type, 'documentsCountable')) === 'yes' ||
      ['rangeCountable', 'rangeAverageable'].some((name) => isOn(type, name)) ||
      member(type, 'documentsAverageable') !== undefined,
  ),
  aggregate(
    'rangeCountable',
    ['rangeCountable', 'rangeAverageable'],
    (type) => isOn(type, 'rangeCountable') || isOn(type, 'rangeAverageable'),
  ),
  aggregate(
    'documentsSummable',
    ['documentsSummable', 'documentsAverageable'],
    (type) => summedProperty(type, TYPE_FLAGS)?.name ?? null,
  ),
  aggregate(
    'rangeSummable',
    ['rangeSummable', 'rangeAverageable'],
    (type) => isOn(type, 'rangeSummable') || isOn(type, 'rangeAverageable'),
  ),
];

/** An option whose value in effect an update changes. */
export interface OptionChange {
  readonly name: string;
  readonly before: OptionValue;
  readonly after: OptionValue;
  /** Where the update says so; nothing when it leaves the option out. */
  readonly node: JsonNode | undefined;
  /** The members of the type by which it is changed. */
  readonly members: readonly string[];
}

function textAt(type: ObjectNode, name: string): string | undefined {
  const node = member(type, name);
  return node === undefined ? undefined : canonicalText(node);
}

/** The options that an update changes. A change of the contract's defaults is told once, where it is, and not here. */
export function optionChanges(
  before: DocumentType,
  after: DocumentType,
  config: Config,
  protocol: ProtocolRules,
): OptionChange[] {
  const changes: OptionChange[] = [];
  const told = new Set<string>();
  for (const { name, valueOf, holds, members = [name] } of TYPE_OPTIONS) {
    if (holds?.(protocol) === false) continue;
    const change = { before: valueOf(before.node, config), after: valueOf(after.node, config) };
    // One flag can change several options: it is told once.
    if (change.before === change.after) continue;
    const changed = members.filter((flag) => textAt(before.node, flag) !== textAt(after.node, flag));
    // One flag can change several options: it is told once.
    if (changed.some((flag) => told.has(flag))) continue;
    for (const flag of changed) told.add(flag);
    const node = changed.map((flag) => member(after.node, flag)).find((found) => found !== undefined);
    changes.push({ name, ...change, node, members: changed });
  }
  return changes;
}
