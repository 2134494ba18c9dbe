import type { IntegerStorage } from '../model/integer-storage.js';
import { IDENTIFIER_MEDIA } from '../rules/property-types.js';
import { booleanOf, member, textOf, type ObjectNode } from '../source/json-node.js';

/** What text stands for where a schema asks for no text. */
export type Reading = 'bytes' | 'identifier' | 'integer';

const WIDE: ReadonlySet<IntegerStorage | undefined> = new Set<IntegerStorage>(['u64', 'i64']);

/** How text is read under a schema: as base64, as base58, or as an integer of 64 bits; nothing when it is text. */
export function readingOf(schema: ObjectNode, storage: IntegerStorage | undefined): Reading | undefined {
  if (booleanOf(member(schema, 'byteArray')) === true)
    return textOf(member(schema, 'contentMediaType')) === IDENTIFIER_MEDIA ? 'identifier' : 'bytes';
  return WIDE.has(storage) ? 'integer' : undefined;
}

/** How the texts in an object are read, by name, and in the objects inside. */
export interface Readings {
  readonly reading?: Reading | undefined;
  readonly members?: ReadonlyMap<string, Readings>;
}
