import { LIMITS } from '../protocol/limits.js';
import { note, noteOf } from '../rules/example.js';
import type { DocumentRule } from './document-rule.js';
import { personNote, textNote } from './document-example.js';

const DEEP_TEXT = `{"text": ${'['.repeat(256)}1${']'.repeat(256)}}`;

/** The rules about a document as a whole, and about the size of what is in it. */
export const WHOLE_DOCUMENT_RULES = {
  unreadable: {
    code: 'document-unreadable',
    title: 'The document is not JSON',
    about: 'document',
    stage: 'reading',
    verdict: 'network',
    why: `A document is strict JSON (RFC 8259) or a value that JSON can hold; besides, \`bigint\` and \`Uint8Array\`. What nests deeper than ${LIMITS.jsonDepth} levels, holds itself or throws is not read.`,
    mend: 'Correct the text at this place, or give a plain value.',
    wrong: { contract: note(), documentType: 'note', document: '{"text": "a",}' },
    right: { contract: note(), documentType: 'note', document: '{"text": "a"}' },
  },
  notObject: {
    code: 'document-not-object',
    title: 'A document is an object',
    about: 'document',
    stage: 'reading',
    verdict: 'network',
    official: { name: 'ValueError' },
    why: 'The data of a document is an object: values by the names of properties.',
    mend: 'Put the values into an object, by name.',
    wrong: { contract: note(), documentType: 'note', document: ['a'] },
    right: { contract: note(), documentType: 'note', document: { text: 'a' } },
  },
  depth: {
    code: 'document-depth',
    title: 'A document nests too deep',
    about: 'document',
    stage: 'reading',
    verdict: 'network',
    holds: ({ documentDepth }) => documentDepth !== undefined,
    why: 'At most 256 arrays and objects enclose each other in a document.',
    mend: 'Flatten the document.',
    wrong: { ...textNote({}, 'a'), document: DEEP_TEXT },
    right: textNote({}, 'a'),
  },
  unknownType: {
    code: 'document-type-unknown',
    title: 'The contract has no such document type',
    about: 'document',
    stage: 'type',
    verdict: 'network',
    official: { name: 'InvalidDocumentTypeError', code: 10406 },
    why: 'A document is of one of the types of its contract. Upper and lower case differ.',
    mend: 'Name a type of the contract.',
    wrong: { ...textNote({}, 'a'), documentType: 'Note' },
    right: textNote({}, 'a'),
  },
  unusableType: {
    code: 'document-type-unusable',
    title: 'The document type cannot be read',
    about: 'document',
    stage: 'type',
    verdict: 'network',
    why: 'The schema of the type does not compile, or the contract cannot be read: the network would not have registered it. Check the contract first. Keywords that registered types no longer have, such as `allOf`, are not judged.',
    mend: 'Put the contract right: its own check says what is wrong.',
    wrong: {
      contract: noteOf({ text: { type: 'string', maxLength: -1, position: 0 } }),
      documentType: 'note',
      document: { text: 'a' },
    },
    right: {
      contract: noteOf({ text: { type: 'string', maxLength: 1, position: 0 } }),
      documentType: 'note',
      document: { text: 'a' },
    },
  },
  fieldSize: {
    code: 'value-size',
    title: 'A text or byte array is too large',
    about: 'document',
    stage: 'size',
    verdict: 'network',
    official: { name: 'DocumentFieldMaxSizeExceededError', code: 10417 },
    why: `One text (in UTF-8) or byte array has at most ${LIMITS.fieldValueBytes} bytes, whatever the schema says. The network looks at this first: while a value is too large it reports nothing else.`,
    mend: 'Shorten the value, or spread it over several properties or documents.',
    wrong: personNote(
      { properties: { text: { type: 'string', maxLength: 6000, position: 0 } } },
      { text: 'a'.repeat(LIMITS.fieldValueBytes + 1) },
    ),
    right: personNote(
      { properties: { text: { type: 'string', maxLength: 6000, position: 0 } } },
      { text: 'a' },
    ),
  },
} as const satisfies Record<string, DocumentRule>;
