import { namesOf, versioned } from '../codec/enum-of.js';
import { option } from '../codec/option.js';
import { bool } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';

/** Requirement on the keys of an identity that are bound to a contract. */
const storageKeyRequirements = namesOf(
  'StorageKeyRequirements',
  ['unique', 'multiple', 'multipleReferenceToLatest'],
  'number',
);

const FIELDS = {
  canBeDeleted: bool,
  readonly: bool,
  keepsHistory: bool,
  documentsKeepHistoryContractDefault: bool,
  documentsMutableContractDefault: bool,
  documentsCanBeDeletedContractDefault: bool,
  requiresIdentityEncryptionBoundedKey: option(storageKeyRequirements),
  requiresIdentityDecryptionBoundedKey: option(storageKeyRequirements),
} as const;

/** Describes the options of a contract. Version 1 came with protocol version 9. */
export const dataContractConfig = versioned('DataContractConfig', [
  struct(
    {
      name: 'DataContractConfigV0',
      summary: 'Has the options of a contract.',
      source: 'packages/rs-dpp/src/data_contract/config/v0/mod.rs',
    },
    FIELDS,
  ),
  struct(
    {
      name: 'DataContractConfigV1',
      summary: 'Has the options of a contract, and whether integers are stored in the smallest width.',
      source: 'packages/rs-dpp/src/data_contract/config/v1/mod.rs',
    },
    { ...FIELDS, sizedIntegerTypes: bool },
  ),
]);
