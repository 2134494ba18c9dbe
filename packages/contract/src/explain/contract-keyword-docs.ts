import { describeSince } from '../protocol/protocol-versions.js';
import type { KeywordDocs } from './keyword-docs.js';

/** Documents the members of a whole contract. */
export const CONTRACT_KEYWORD_DOCS: KeywordDocs = {
  $formatVersion:
    'Format of the official JSON of a contract. `"1"` has tokens, groups, keywords and a description.',
  $format_version: 'Spelling of `$formatVersion` in libraries up to 3.x.',
  $schema: 'JSON Schema by which an editor checks this file. It is neither read nor registered.',
  id: 'Identifier of the contract: 32 bytes, as base58 text.',
  $id: 'Not read: the identifier of a contract is its `id`.',
  ownerId: 'Identity that owns the contract: 32 bytes, as base58 text.',
  version: '1 for a new contract; each update adds 1.',
  config: 'Options of the contract. Few of them can be changed later.',
  schemaDefs: 'Schemas by name, which document types reference as `#/$defs/name`. At most 100.',
  $defs: 'Schemas by name, which document types reference as `#/$defs/name`. At most 100.',
  documentSchemas: 'Document types by name.',
  documents: 'Document types by name.',
  groups: 'Groups of identities that decide together, by position from `"0"`.',
  tokens: 'Tokens of the contract, by position from `"0"`.',
  keywords:
    'Search terms for the contract: at most 50, each of 3 to 50 bytes without white space. Each costs a fee.',
  description: 'Purpose of the contract, in 3 to 100 bytes.',
  createdAt: 'Time of registration in milliseconds, written by the platform.',
  updatedAt: 'Time of the last update in milliseconds, written by the platform.',
  createdAtBlockHeight: 'Block of the registration, written by the platform.',
  updatedAtBlockHeight: 'Block of the last update, written by the platform.',
  createdAtEpoch: 'Epoch of the registration, written by the platform.',
  updatedAtEpoch: 'Epoch of the last update, written by the platform.',
};

const KEYS = 'requires keys that are bound to this contract, to';

/** Documents the members of a config. */
export const CONFIG_KEYWORD_DOCS: KeywordDocs = {
  $formatVersion: `Format of the config. \`"1"\` has \`sizedIntegerTypes\`; ${describeSince(({ lowestConfigFormat }) => lowestConfigFormat !== '0')} a new contract requires it.`,
  $format_version: 'Spelling of `$formatVersion` in libraries up to 3.x.',
  canBeDeleted: 'If true, the contract can be deleted.',
  readonly: 'If true, the contract can never be updated.',
  keepsHistory: 'If true, earlier versions of the contract stay readable.',
  documentsKeepHistoryContractDefault: 'Default of `documentsKeepHistory` in document types.',
  documentsMutableContractDefault: 'Default of `documentsMutable` in document types.',
  documentsCanBeDeletedContractDefault: 'Default of `canBeDeleted` in document types.',
  requiresIdentityEncryptionBoundedKey: `The contract ${KEYS} encrypt.`,
  requiresIdentityDecryptionBoundedKey: `The contract ${KEYS} decrypt.`,
  moderation:
    'Moderation of the contract, in a config of format "2": the lists that it keeps (`banlist`, `suspensions`, `warnings`) and its `moderators`.',
  sizedIntegerTypes:
    'If true, `minimum` and `maximum` decide in how many bytes an integer is stored; otherwise each takes 8.',
};

/** Documents the members of a group. */
export const GROUP_KEYWORD_DOCS: KeywordDocs = {
  $formatVersion: 'Format of the group: `"0"`.',
  members: 'Power of each member, from 1 to 65535, by identity. 2 to 256 members.',
  requiredPower: 'Power that members need together to decide: 1 to 65535.',
};
