import { idProperty, textProperty, wholeContract, type Template } from './template.js';

/** Posts with an address of their own, and comments. */
export const BLOG: Template = {
  about: 'a document type "post" with an address that is unique for its author, and a type "comment"',
  contract: wholeContract({
    documentSchemas: {
      post: {
        description: 'A post, which its author can change and delete.',
        type: 'object',
        documentsMutable: true,
        canBeDeleted: true,
        indices: [
          { name: 'bySlug', properties: [{ $ownerId: 'asc' }, { slug: 'asc' }], unique: true },
          { name: 'byTime', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
          { name: 'byTag', properties: [{ tag: 'asc' }, { $createdAt: 'asc' }] },
        ],
        properties: {
          slug: { ...textProperty(0, 63, 'Last part of the address.'), pattern: '^[a-z0-9-]+$' },
          title: textProperty(1, 120, 'Title of the post.'),
          text: textProperty(2, 5000, 'Text of the post, as Markdown.'),
          tag: textProperty(3, 63, 'Topic of the post.'),
        },
        required: ['slug', 'title', 'text', 'tag', '$createdAt', '$updatedAt'],
        additionalProperties: false,
      },
      comment: {
        description: 'A comment on a post.',
        type: 'object',
        documentsMutable: true,
        canBeDeleted: true,
        indices: [{ name: 'byPost', properties: [{ post: 'asc' }, { $createdAt: 'asc' }] }],
        properties: {
          post: idProperty(0, 'The document of the post.'),
          text: textProperty(1, 1000, 'Text of the comment.'),
        },
        required: ['post', 'text', '$createdAt'],
        additionalProperties: false,
      },
    },
    keywords: ['blog'],
    description: 'Posts and comments.',
  }),
};
