import type { Config } from '../model/config.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';

/** An option of the contract, and what an update may not make of it. */
interface FixedOption {
  readonly name: keyof Config;
  readonly isForbidden: (before: Config[keyof Config], after: Config[keyof Config]) => boolean;
  readonly holds?: (protocol: ProtocolRules) => boolean;
}

const isOther: FixedOption['isForbidden'] = (before, after) => before !== after;

/**
 * The options of a contract, in the order in which the platform compares them.
 *
 * Source: `packages/rs-dpp/src/data_contract/config/methods/validate_update` in dashpay/platform.
 */
const FIXED_OPTIONS: readonly FixedOption[] = [
  // A contract that was read-only before has an error of its own.
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
    holds: ({ lowestConfigFormat }) => lowestConfigFormat !== '0',
  },
];

/** The options in effect that an update changes and may not. */
export function configChanges(before: Config, after: Config, protocol: ProtocolRules) {
  return FIXED_OPTIONS.filter(
    ({ name, isForbidden, holds }) => holds?.(protocol) !== false && isForbidden(before[name], after[name]),
  ).map(({ name }) => ({ name, before: before[name], after: after[name] }));
}
