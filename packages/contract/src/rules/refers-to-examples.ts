import type { OfficialError } from '../diagnostic/diagnostic.js';
import type { Contract } from '../model/contract.js';
import { listSingleReferences, type DocumentReference } from '../model/document-reference.js';
import { contract, IDENTIFIER_PROPERTY, note, TEXT_PROPERTY } from './example.js';

/** Creates the error of a state check of references. */
export const referenceError = (name: string, code: number): OfficialError => ({
  name,
  code,
  layer: 'references',
});

/** Describes documents that never leave the state. */
export const POST = { ...Object(note()['note']), documentsMutable: false, canBeDeleted: false };

/** Builds a contract in which a note refers to something by its property `target`. */
export const referring = (refersTo: object, members: object = {}, post: object = {}) =>
  contract({
    documentSchemas: {
      post: { ...POST, ...post },
      ...note({
        properties: {
          target: { ...IDENTIFIER_PROPERTY, position: 0, refersTo },
          text: { ...TEXT_PROPERTY, position: 1 },
        },
        ...members,
      }),
    },
  });

/** Refers to a post that never leaves the state. */
export const TO_POST = { type: 'permanentDocument', documentType: 'post' };

/** Lists the references of a contract. */
export const listAll = ({ documentTypes }: Contract): DocumentReference[] =>
  documentTypes.flatMap(listSingleReferences);

/** Describes a contract whose owner moderates. */
export const MODERATED = {
  config: {
    $formatVersion: '2',
    moderation: { moderators: { $type: 'contractOwner' } },
  },
};
