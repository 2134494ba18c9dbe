import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getBoolean, getInteger, type JsonNode, getMember, getText } from '../source/json-node.js';
import { getFormatTag } from './format-tag.js';

/** Lists the options of a contract that are true or false with their defaults, in the stored order. */
export const DEFAULT_CONFIG = {
  canBeDeleted: false,
  readonly: false,
  keepsHistory: false,
  documentsKeepHistoryContractDefault: false,
  documentsMutableContractDefault: true,
  documentsCanBeDeletedContractDefault: true,
} as const;

/** Lists the options of a contract that require a key: absent, or one of 0, 1 and 2. */
export const CONFIG_KEY_OPTIONS = [
  'requiresIdentityEncryptionBoundedKey',
  'requiresIdentityDecryptionBoundedKey',
] as const;

/** Lists the members of a config. */
export const CONFIG_MEMBERS: ReadonlySet<string> = new Set([
  '$formatVersion',
  '$format_version',
  ...Object.keys(DEFAULT_CONFIG),
  ...CONFIG_KEY_OPTIONS,
  'sizedIntegerTypes',
]);

type ConfigOption = keyof typeof DEFAULT_CONFIG;

/** Holds the options of a contract with defaults filled in. */
export interface Config extends Readonly<Record<ConfigOption, boolean>> {
  readonly format: string;
  /** True if the bounds of an integer decide how wide it is stored. */
  readonly sizedIntegerTypes: boolean;
  /** Requirement for the encryption key of documents: 0, 1, 2, or null. */
  readonly requiresIdentityEncryptionBoundedKey: number | null;
  readonly requiresIdentityDecryptionBoundedKey: number | null;
}

/**
 * Reads the options from all places where they may be; malformed ones count as absent.
 *
 * @param contractFormat of the contract in the official JSON, whose config has the same format where it is absent.
 */
export function readConfig(
  places: readonly (JsonNode | undefined)[],
  protocol: ProtocolRules,
  contractFormat: string | undefined,
): Config {
  const present = places.filter((place) => place !== undefined).toReversed();
  const find = <Value>(
    name: string,
    read: (node: JsonNode | undefined) => Value | undefined,
  ): Value | undefined => {
    for (const place of present) {
      const value = read(getMember(place, name));
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const option = (name: string, preset: boolean): boolean => find(name, getBoolean) ?? preset;
  const boundedKey = (name: string): number | null => {
    const value = find(name, getInteger);
    return value === undefined ? null : Number(value);
  };
  const isKnown = contractFormat !== undefined && protocol.configFormats.includes(contractFormat);
  const preset = isKnown ? contractFormat : (protocol.configFormats.at(-1) ?? '0');
  const format = getText(getFormatTag(places.at(-1))) ?? preset;
  return {
    canBeDeleted: option('canBeDeleted', DEFAULT_CONFIG.canBeDeleted),
    readonly: option('readonly', DEFAULT_CONFIG.readonly),
    keepsHistory: option('keepsHistory', DEFAULT_CONFIG.keepsHistory),
    documentsKeepHistoryContractDefault: option('documentsKeepHistoryContractDefault', false),
    documentsMutableContractDefault: option('documentsMutableContractDefault', true),
    documentsCanBeDeletedContractDefault: option('documentsCanBeDeletedContractDefault', true),
    format,
    sizedIntegerTypes: protocol.sizedIntegers && format !== '0' && option('sizedIntegerTypes', true),
    requiresIdentityEncryptionBoundedKey: boundedKey('requiresIdentityEncryptionBoundedKey'),
    requiresIdentityDecryptionBoundedKey: boundedKey('requiresIdentityDecryptionBoundedKey'),
  };
}
