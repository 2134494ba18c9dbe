import type { Template } from './template.js';

/** A contract with the things that most contracts have; `$comment` and `description` explain them. */
export const NOTE: Template = {
  about: 'a document type "note" with three properties and two indices',
  contract: {
    note: {
      $comment: 'A document type describes the documents of your application. Rename it and add others.',
      description: 'A note that its owner can change and delete, and that everybody can read.',
      type: 'object',
      documentsMutable: true,
      canBeDeleted: true,
      indices: [
        { name: 'byOwner', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
        { name: 'byTopic', properties: [{ topic: 'asc' }, { $createdAt: 'asc' }] },
      ],
      properties: {
        topic: {
          description: 'Topic of the note. Text in an index has a maxLength of at most 63.',
          type: 'string',
          minLength: 1,
          maxLength: 63,
          position: 0,
        },
        text: { description: 'Text of the note.', type: 'string', maxLength: 1000, position: 1 },
        stars: {
          description: 'Importance of the note.',
          type: 'integer',
          minimum: 0,
          maximum: 5,
          position: 2,
        },
      },
      required: ['topic', 'text', '$createdAt'],
      additionalProperties: false,
    },
  },
};
