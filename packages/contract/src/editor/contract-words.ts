import type { KeywordWords } from './keyword-words.js';

/** The members of a whole contract. */
export const CONTRACT_WORDS: KeywordWords = {
  $formatVersion:
    'How the official JSON of a contract is to be read. `"1"` has tokens, groups, keywords and a description.',
  $format_version: 'How libraries up to 3.x spell `$formatVersion`.',
  $schema: 'The JSON Schema that an editor checks this file by. It is not read, and not registered.',
  id: 'The identifier of the contract: 32 bytes, as base58 text.',
  $id: 'Not read: the identifier of a contract is its `id`.',
  ownerId: 'The identity that owns the contract: 32 bytes, as base58 text.',
  version: '1 for a new contract; each update adds 1.',
  config: 'The options of the contract. Few of them can be changed later.',
  schemaDefs: 'Schemas by name that document types refer to as `#/$defs/name`. At most 100.',
  $defs: 'Schemas by name that document types refer to as `#/$defs/name`. At most 100.',
  documentSchemas: 'The document types, by name.',
  documents: 'The document types, by name.',
  groups: 'Groups of identities that decide together, by position from `"0"`.',
  tokens: 'The tokens of the contract, by position from `"0"`.',
  keywords:
    'Words under which the contract can be found: at most 50, each of 3 to 50 bytes without white space. Each costs a fee.',
  description: 'What the contract is for, in 3 to 100 bytes.',
  createdAt: 'Written by the platform: when the contract was registered, in milliseconds.',
  updatedAt: 'Written by the platform: when the contract was updated last, in milliseconds.',
  createdAtBlockHeight: 'Written by the platform: the block in which the contract was registered.',
  updatedAtBlockHeight: 'Written by the platform: the block in which the contract was updated last.',
  createdAtEpoch: 'Written by the platform: the epoch in which the contract was registered.',
  updatedAtEpoch: 'Written by the platform: the epoch in which the contract was updated last.',
};

const KEYS = 'asks for keys that are bound to this contract, to';

/** The members of a config. */
export const CONFIG_WORDS: KeywordWords = {
  $formatVersion:
    'How the config is to be read. `"1"` has `sizedIntegerTypes`; from protocol 12 it is the only one for a new contract.',
  $format_version: 'How libraries up to 3.x spell `$formatVersion`.',
  canBeDeleted: 'Whether the contract may be removed.',
  readonly: 'Whether the contract can never be updated.',
  keepsHistory: 'Whether earlier versions of the contract stay readable.',
  documentsKeepHistoryContractDefault: 'What `documentsKeepHistory` is in a document type that does not say.',
  documentsMutableContractDefault: 'What `documentsMutable` is in a document type that does not say.',
  documentsCanBeDeletedContractDefault: 'What `canBeDeleted` is in a document type that does not say.',
  requiresIdentityEncryptionBoundedKey: `The contract ${KEYS} encrypt.`,
  requiresIdentityDecryptionBoundedKey: `The contract ${KEYS} decrypt.`,
  sizedIntegerTypes:
    'Whether `minimum` and `maximum` decide in how many bytes an integer is stored; otherwise each takes 8.',
};

/** The members of a group. */
export const GROUP_WORDS: KeywordWords = {
  $formatVersion: 'How the group is to be read: `"0"`.',
  members: 'The power of each member, from 1 to 65535, by identity. 2 to 256 members.',
  requiredPower: 'The power that members must have together to decide: 1 to 65535.',
};
