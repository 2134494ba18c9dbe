import type { Config } from '../model/config.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';

/** Describes an option of the contract, and the changes of it that are rejected. */
interface FixedOption {
  readonly name: keyof Config;
  readonly isForbidden: (before: Config[keyof Config], after: Config[keyof Config]) => boolean;
  readonly isActive?: (protocol: ProtocolRules) => boolean;
}

const isOther: FixedOption['isForbidden'] = (before, after) => before !== after;

/**
 * Lists the options of a contract in the order in which the platform compares them.
 *
 * Source: `packages/rs-dpp/src/data_contract/config/methods/validate_update` in dashpay/platform.
 */
const FIXED_OPTIONS: readonly FixedOption[] = [
  // Another rule rejects an update of a read-only contract.
  { name: 'readonly', isForbidden: (before, after) => before !== true && after === true },
  { name: 'keepsHistory', isForbidden: isOther },
  { name: 'canBeDeleted', isForbidden: isOther },
  { name: 'documentsKeepHistoryContractDefault', isForbidden: isOther },
  { name: 'documentsMutableContractDefault', isForbidden: isOther },
  { name: 'documentsCanBeDeletedContractDefault', isForbidden: isOther },
  { name: 'requiresIdentityEncryptionBoundedKey', isForbidden: isOther },
  { name: 'requiresIdentityDecryptionBoundedKey', isForbidden: isOther },
  {
    name: 'sizedIntegerTypes',
    isForbidden: (before, after) => before === true && after === false,
    isActive: ({ lowestConfigFormat }) => lowestConfigFormat !== '0',
  },
];

/** Finds changes of effective options that are rejected. */
export function findConfigChanges(before: Config, after: Config, protocol: ProtocolRules) {
  return FIXED_OPTIONS.filter(
    ({ name, isForbidden, isActive }) =>
      isActive?.(protocol) !== false && isForbidden(before[name], after[name]),
  ).map(({ name }) => ({ name, before: before[name], after: after[name] }));
}
