import { noteOf } from '../rules/example.js';
import type { DocumentExample } from './document-rule.js';

type Json = Readonly<Record<string, unknown>>;

/** Builds a document of a type `note` with these properties; their positions are filled in. */
export function noteWith(
  properties: Readonly<Record<string, Json>>,
  document: unknown,
  members: Json = {},
): DocumentExample & { readonly contract: Json } {
  const placed = Object.entries(properties).map(([name, schema], position) => [
    name,
    { ...schema, position },
  ]);
  return { contract: noteOf(Object.fromEntries(placed), members), documentType: 'note', document };
}

/** Builds a document whose only property is `text`: text with these keywords. */
export const textNote = (keywords: Json, text: unknown): DocumentExample =>
  noteWith({ text: { type: 'string', maxLength: 63, ...keywords } }, { text });

/** Builds a document whose only property is `count`: a number with these keywords. */
export const countNote = (keywords: Json, count: unknown): DocumentExample =>
  noteWith({ count: { type: 'integer', ...keywords } }, { count });

/** Builds a document whose only property is `bytes`: a byte array with these keywords, base64 in the document. */
export const bytesNote = (keywords: Json, bytes: unknown): DocumentExample =>
  noteWith({ bytes: { type: 'array', byteArray: true, maxItems: 255, ...keywords } }, { bytes });

const PERSON = { name: { type: 'string', maxLength: 63 }, phone: { type: 'string', maxLength: 63 } };

/** Builds a document with the properties `name` and `phone`, of a type with these members. */
export const personNote = (members: Json, document: unknown): DocumentExample =>
  noteWith(PERSON, document, members);

/** Builds a contract that its owner moderates. Ids are base58. */
export const moderatedContract = (
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  documentSchemas: unknown,
): object => ({
  $formatVersion: '1',
  id,
  ownerId,
  version: 1,
  config: {
    $formatVersion: '2',
    moderation: {
      banlist: true,
      suspensions: false,
      warnings: false,
      moderators: { $type: 'contractOwner' },
    },
  },
  documentSchemas,
});
