import type { OfficialError } from '../diagnostic/diagnostic.js';
import { isForeign, type DocumentReference } from '../model/document-reference.js';
import { contract, IDENTIFIER_PROPERTY, note } from './example.js';
import { referenceError } from './refers-to-examples.js';

const MEMBERSHIP = {
  type: 'object',
  documentsMutable: false,
  canBeDeleted: false,
  indices: [{ name: 'byGroup', properties: [{ groupId: 'asc' }, { $ownerId: 'asc' }], unique: true }],
  properties: { groupId: { ...IDENTIFIER_PROPERTY, position: 0 } },
  required: ['groupId'],
  additionalProperties: false,
};

/** Builds a contract in which a note refers to a post by `findBy`. */
export const finding = (
  findBy: object,
  members: object = {},
  membership: object = {},
  kind = 'permanentDocument',
) =>
  contract({
    documentSchemas: {
      membership: { ...MEMBERSHIP, ...membership },
      ...note({
        properties: {
          groupId: { ...IDENTIFIER_PROPERTY, position: 0 },
          member: {
            ...IDENTIFIER_PROPERTY,
            position: 1,
            refersTo: { type: kind, documentType: 'membership', findBy },
          },
        },
        required: ['groupId'],
        ...members,
      }),
    },
  });

/** Finds the membership of the writer in a group. */
export const BY_MEMBER = { groupId: 'groupId', $ownerId: '.' };

/** Builds a contract with a list of members and a note that refers to one by `inList`. */
export const teamOf = (items: object, refersTo: object = {}, team: object = {}) =>
  contract({
    documentSchemas: {
      team: {
        ...MEMBERSHIP,
        indices: undefined,
        properties: { groupId: { type: 'array', maxItems: 9, items, position: 0 } },
        ...team,
      },
      ...note({
        properties: {
          teamId: { ...IDENTIFIER_PROPERTY, position: 0 },
          member: {
            ...IDENTIFIER_PROPERTY,
            position: 1,
            refersTo: {
              type: 'permanentDocument',
              documentType: 'team',
              findBy: { $id: 'teamId' },
              inList: 'groupId',
              ...refersTo,
            },
          },
        },
        required: ['teamId'],
      }),
    },
  });

/** Names the error of a search in another contract. */
export const LOOKUP = referenceError('ReferencedDocumentLookupInvalidError', 40137);

/** Describes the official error of a list that a reference cannot read. */
export const LIST = referenceError('ReferencedDocumentListInvalidError', 40138);

/** Returns the error of a reference to another contract; nothing for one to its own contract, which the parser rejects. */
export const ofOther = (reference: DocumentReference, official: OfficialError) =>
  isForeign(reference) ? { official } : {};
