import type { FieldShape } from './document-shape.js';

/** Lists the system properties that evo-sdk returns. */
export const SYSTEM_FIELDS: readonly FieldShape[] = [
  { name: '$id', kind: 'identifier' },
  { name: '$ownerId', kind: 'identifier' },
  { name: '$creatorId', kind: 'identifier' },
  { name: '$revision', kind: 'bigint' },
  { name: '$price', kind: 'bigint' },
  { name: '$createdAt', kind: 'time' },
  { name: '$updatedAt', kind: 'time' },
  { name: '$transferredAt', kind: 'time' },
  { name: '$createdAtBlockHeight', kind: 'bigint' },
  { name: '$updatedAtBlockHeight', kind: 'bigint' },
  { name: '$transferredAtBlockHeight', kind: 'bigint' },
  { name: '$createdAtCoreBlockHeight', kind: 'integer' },
  { name: '$updatedAtCoreBlockHeight', kind: 'integer' },
  { name: '$transferredAtCoreBlockHeight', kind: 'integer' },
];
