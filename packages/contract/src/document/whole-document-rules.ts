import { LIMITS } from '../protocol/limits.js';
import { note, noteOf } from '../rules/example.js';
import type { DocumentRule } from './document-rule.js';
import { countNote, personNote, textNote } from './document-example.js';

const DEEP_TEXT = `{"text": ${'['.repeat(256)}1${']'.repeat(256)}}`;

/** Lists the rules about a document as a whole, and about the size of its values. */
export const WHOLE_DOCUMENT_RULES = {
  unreadable: {
    code: 'document-unreadable',
    title: 'The document is not JSON',
    about: 'document',
    stage: 'reading',
    severity: 'network',
    why: `A document is strict JSON (RFC 8259) or a JSON value, which can also contain \`bigint\` and \`Uint8Array\`. A value with more than ${LIMITS.jsonDepth} levels of nesting, a cycle or a getter that throws is not read.`,
    fix: 'Write strict JSON, or pass a plain value.',
    wrong: { contract: note(), documentType: 'note', document: '{"text": "a",}' },
    right: { contract: note(), documentType: 'note', document: '{"text": "a"}' },
  },
  notObject: {
    code: 'document-not-object',
    title: 'A document is not an object',
    about: 'document',
    stage: 'reading',
    severity: 'network',
    official: { name: 'ValueError' },
    why: 'The data of a document is an object: values by property name.',
    fix: 'Put the values into an object, by name.',
    wrong: { contract: note(), documentType: 'note', document: ['a'] },
    right: { contract: note(), documentType: 'note', document: { text: 'a' } },
  },
  depth: {
    code: 'document-depth',
    title: 'A document is nested too deeply',
    about: 'document',
    stage: 'reading',
    severity: 'network',
    isActive: ({ documentDepth }) => documentDepth !== undefined,
    why: 'A document has at most 256 levels of arrays and objects.',
    fix: 'Flatten the document.',
    wrong: { ...textNote({}, 'a'), document: DEEP_TEXT },
    right: textNote({}, 'a'),
  },
  unknownType: {
    code: 'document-type-unknown',
    title: 'The contract does not have the document type',
    about: 'document',
    stage: 'type',
    severity: 'network',
    official: { name: 'InvalidDocumentTypeError', code: 10406 },
    why: 'A document has one of the types of its contract. Names are case-sensitive.',
    fix: 'Use a document type of the contract.',
    wrong: { ...textNote({}, 'a'), documentType: 'Note' },
    right: textNote({}, 'a'),
  },
  unusableType: {
    code: 'document-type-unusable',
    title: 'The document type cannot be compiled',
    about: 'document',
    stage: 'type',
    severity: 'network',
    why: 'The schema of the type does not compile, or the contract cannot be read: the network would not have registered it. Check the contract first. Keywords that registered types no longer have, such as `allOf`, are not supported.',
    fix: 'Check the contract and fix its errors.',
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
  integerText: {
    code: 'value-integer-text',
    title: 'An integer is written as text',
    about: 'document',
    stage: 'reading',
    severity: 'hint',
    why: 'A JSON number above 2^53 is inexact, so integers of 64 bits can be decimal text here and in a local platform. The network and the official SDK 4.1 take no such text: the SDK takes a number up to 2^53 - 1, and above it a `bigint`, in `Document.fromObject`.',
    fix: 'Write a number, or pass a bigint above 2^53.',
    wrong: countNote({}, '5'),
    right: countNote({}, 5),
  },
  fieldSize: {
    code: 'value-size',
    title: 'A text or byte array is too large',
    about: 'document',
    stage: 'size',
    severity: 'network',
    official: { name: 'DocumentFieldMaxSizeExceededError', code: 10417 },
    why: `One text (in UTF-8) or byte array has at most ${LIMITS.fieldValueBytes} bytes, whatever the schema allows. The network checks this first: while a value is too large it reports nothing else.`,
    fix: 'Shorten the value, or split it over several properties or documents.',
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
