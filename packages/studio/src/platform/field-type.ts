import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import { flatProperties } from '../contract/property-limits.js';

/** What a field of an index holds: a property, or what the system keeps of each document. */
export function fieldType(type: DocumentTypeDescription, field: string): StorageType {
  if (field === '$ownerId' || field === '$creatorId' || field === '$id') return 'identifier';
  if (field.startsWith('$')) return 'u64';
  return flatProperties(type).find(({ path }) => path === field)?.type ?? 'unknown';
}
