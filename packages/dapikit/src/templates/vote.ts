import { idProperty, textProperty, wholeContract, type Template } from './template.js';

/** Polls, and one vote of each identity that counts with a proof. */
export const VOTE: Template = {
  about: 'a document type "poll", and a type "vote" that counts the votes of each choice, one an identity',
  contract: wholeContract({
    documentSchemas: {
      poll: {
        description: 'A question with its choices, which nobody can change.',
        type: 'object',
        documentsMutable: false,
        canBeDeleted: false,
        indices: [{ name: 'byOwner', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] }],
        properties: {
          question: textProperty(0, 280, 'What is asked.'),
          choices: textProperty(1, 1000, 'The choices, one a line; a vote has the number of its line.'),
          endsAt: {
            description: 'End of the poll in milliseconds since 1970: readers leave out later votes.',
            type: 'integer',
            minimum: 0,
            position: 2,
          },
        },
        required: ['question', 'choices', '$createdAt'],
        additionalProperties: false,
      },
      vote: {
        description: 'A vote in a poll, which its owner can change.',
        type: 'object',
        documentsMutable: true,
        canBeDeleted: true,
        indices: [
          { name: 'byChoice', properties: [{ poll: 'asc' }, { choice: 'asc' }], countable: 'countable' },
          { name: 'oneEach', properties: [{ $ownerId: 'asc' }, { poll: 'asc' }], unique: true },
        ],
        properties: {
          poll: idProperty(0, 'The document of the poll.'),
          choice: {
            description: 'Number of the choice.',
            type: 'integer',
            minimum: 1,
            maximum: 100,
            position: 1,
          },
        },
        required: ['poll', 'choice', '$createdAt', '$updatedAt'],
        additionalProperties: false,
      },
    },
    keywords: ['vote'],
    description: 'Polls and votes.',
  }),
};
