import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { booleanOf, integerOf, type JsonNode, member, textOf } from '../source/json-node.js';
import { formatTag } from './format-tag.js';

/** The options of a contract that are true or false, with their defaults, in the order in which they are stored. */
export const CONFIG_DEFAULTS = {
  canBeDeleted: false,
  readonly: false,
  keepsHistory: false,
  documentsKeepHistoryContractDefault: false,
  documentsMutableContractDefault: true,
  documentsCanBeDeletedContractDefault: true,
} as const;

/** The options of a contract that ask for a key: absent, or one of 0, 1 and 2. */
export const CONFIG_KEY_OPTIONS = [
  'requiresIdentityEncryptionBoundedKey',
  'requiresIdentityDecryptionBoundedKey',
] as const;

/** Every member that a config may have. */
export const CONFIG_MEMBERS: ReadonlySet<string> = new Set([
  '$formatVersion',
  '$format_version',
  ...Object.keys(CONFIG_DEFAULTS),
  ...CONFIG_KEY_OPTIONS,
  'sizedIntegerTypes',
]);

type ConfigOption = keyof typeof CONFIG_DEFAULTS;

/** The options of a contract, defaults filled in. */
export interface Config extends Readonly<Record<ConfigOption, boolean>> {
  readonly format: string;
  /** Whether the bounds of an integer decide how wide it is stored. */
  readonly sizedIntegerTypes: boolean;
  /** Which key documents are to be encrypted for: 0, 1, 2, or nothing. */
  readonly requiresIdentityEncryptionBoundedKey: number | null;
  readonly requiresIdentityDecryptionBoundedKey: number | null;
}

/** Reads the options from where they may stand; what is malformed counts as absent. */
export function readConfig(places: readonly (JsonNode | undefined)[], protocol: ProtocolRules): Config {
  const option = (name: string, preset: boolean): boolean =>
    places.map((place) => booleanOf(member(place, name))).findLast((value) => value !== undefined) ?? preset;
  const boundedKey = (name: string): number | null => {
    const value = places.map((place) => integerOf(member(place, name))).findLast((key) => key !== undefined);
    return value === undefined ? null : Number(value);
  };
  const newest = protocol.configFormats.at(-1) ?? '0';
  const format = textOf(formatTag(places.at(-1))) ?? newest;
  return {
    canBeDeleted: option('canBeDeleted', CONFIG_DEFAULTS.canBeDeleted),
    readonly: option('readonly', CONFIG_DEFAULTS.readonly),
    keepsHistory: option('keepsHistory', CONFIG_DEFAULTS.keepsHistory),
    documentsKeepHistoryContractDefault: option('documentsKeepHistoryContractDefault', false),
    documentsMutableContractDefault: option('documentsMutableContractDefault', true),
    documentsCanBeDeletedContractDefault: option('documentsCanBeDeletedContractDefault', true),
    format,
    sizedIntegerTypes: protocol.sizedIntegers && format !== '0' && option('sizedIntegerTypes', true),
    requiresIdentityEncryptionBoundedKey: boundedKey('requiresIdentityEncryptionBoundedKey'),
    requiresIdentityDecryptionBoundedKey: boundedKey('requiresIdentityDecryptionBoundedKey'),
  };
}
