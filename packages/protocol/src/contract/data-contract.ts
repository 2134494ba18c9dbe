import type { ValueOf } from '../codec/codec.js';
import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u16, u32, u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { numberMapOf, textMapOf } from '../codec/map-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { group } from '../group/group.js';
import { tokenConfiguration } from '../token/token-configuration.js';
import { value } from '../value/value.js';
import { dataContractConfig } from './data-contract-config.js';

const FIELDS = {
  id: identifier,
  config: dataContractConfig,
  version: u32,
  ownerId: identifier,
  schemaDefs: option(textMapOf(text, value)),
  documentSchemas: textMapOf(text, value),
} as const;

/**
 * Describes a data contract as it is sent and stored. Version 1, with groups and tokens, came with protocol version 9.
 */
export const dataContract = versioned('DataContract', [
  struct(
    {
      name: 'DataContractInSerializationFormatV0',
      summary: 'Is a contract before there were tokens.',
      source: 'packages/rs-dpp/src/data_contract/serialized_version/v0/mod.rs',
    },
    FIELDS,
  ),
  struct(
    {
      name: 'DataContractInSerializationFormatV1',
      summary: 'Is a contract.',
      source: 'packages/rs-dpp/src/data_contract/serialized_version/v1/mod.rs',
    },
    {
      ...FIELDS,
      createdAt: option(u64),
      updatedAt: option(u64),
      createdAtBlockHeight: option(u64),
      updatedAtBlockHeight: option(u64),
      createdAtEpoch: option(u16),
      updatedAtEpoch: option(u16),
      groups: numberMapOf(u16, group),
      tokens: numberMapOf(u16, tokenConfiguration),
      keywords: listOf(text),
      description: option(text),
    },
  ),
]);

export type DataContract = ValueOf<typeof dataContract>;
