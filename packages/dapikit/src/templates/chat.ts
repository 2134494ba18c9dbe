import { idProperty, textProperty, wholeContract, type Template } from './template.js';

/** Channels and messages in the order of time. */
export const CHAT: Template = {
  about: 'a document type "channel" with a unique name, and a type "message" in the order of time',
  contract: wholeContract({
    documentSchemas: {
      channel: {
        description: 'A channel. The first identity that takes a name has it.',
        type: 'object',
        documentsMutable: true,
        canBeDeleted: false,
        indices: [{ name: 'byName', properties: [{ name: 'asc' }], unique: true }],
        properties: {
          name: { ...textProperty(0, 63, 'Name of the channel.'), pattern: '^[a-z0-9-]+$' },
          topic: textProperty(1, 280, 'Topic of the channel.'),
        },
        required: ['name', '$createdAt'],
        additionalProperties: false,
      },
      message: {
        description: 'A message in a channel. Its author can delete it, and change it no more.',
        type: 'object',
        documentsMutable: false,
        canBeDeleted: true,
        indices: [
          { name: 'byChannel', properties: [{ channel: 'asc' }, { $createdAt: 'asc' }] },
          { name: 'byAuthor', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
        ],
        properties: {
          channel: idProperty(0, 'The document of the channel.'),
          text: textProperty(1, 1000, 'Text of the message.'),
          answers: idProperty(2, 'The message that this one answers.'),
        },
        required: ['channel', 'text', '$createdAt'],
        additionalProperties: false,
      },
    },
    keywords: ['chat'],
    description: 'Channels and messages.',
  }),
};
