import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import { flattenProperties } from '../../contract/property-limits.js';

/** Returns the type of a field of an index: a property, or a system field. */
export function getFieldType(type: DocumentTypeDescription, field: string): StorageType {
  if (field === '$ownerId' || field === '$creatorId' || field === '$id') return 'identifier';
  if (field.startsWith('$')) return 'u64';
  return flattenProperties(type).find(({ path }) => path === field)?.type ?? 'unknown';
}
