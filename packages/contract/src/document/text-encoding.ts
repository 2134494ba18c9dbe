import type { IntegerStorage } from '../model/integer-storage.js';
import { IDENTIFIER_MEDIA_TYPE } from '../model/identifier.js';
import { getBoolean, getMember, getText, type ObjectNode } from '../source/json-node.js';

/** Names what text encodes if a schema requires no text. */
export type TextEncoding = 'bytes' | 'identifier' | 'integer';

const WIDE: ReadonlySet<IntegerStorage | undefined> = new Set<IntegerStorage>(['u64', 'i64']);

/**
 * Chooses how text is decoded under a schema: as base64, as base58, or as an integer of 64 bits; undefined for text.
 */
export function chooseTextEncoding(
  schema: ObjectNode,
  storage: IntegerStorage | undefined,
): TextEncoding | undefined {
  if (getBoolean(getMember(schema, 'byteArray')) === true)
    return getText(getMember(schema, 'contentMediaType')) === IDENTIFIER_MEDIA_TYPE ? 'identifier' : 'bytes';
  return WIDE.has(storage) ? 'integer' : undefined;
}

/** Maps names to how the texts of an object, and of the objects inside, are decoded. */
export interface TextEncodings {
  readonly encoding?: TextEncoding | undefined;
  readonly members?: ReadonlyMap<string, TextEncodings>;
  /** Decodes the elements of a list. */
  readonly items?: TextEncodings;
}
