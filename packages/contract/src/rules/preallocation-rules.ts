import type { OfficialError } from '../diagnostic/diagnostic.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { isOn } from '../model/index-traits.js';
import { isReadableForGood, listDeterminations, type Determination } from '../model/preallocation.js';
import { getKindOf, getSize, isIndexOnly } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getInteger, getMember } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note, TEXT_PROPERTY } from './example.js';
import { entries } from './index-only-rules.js';
import { referenceError } from './refers-to-examples.js';
import { extendedRule, type Rule } from './rule.js';

const BY_POST = {
  name: 'byPost',
  properties: [{ post: 'asc' }],
  terminal: ['$ownerId', 'tag'],
  preallocated: true,
};
const BY_TAG_AND_POST = { name: 'byTagAndPost', properties: [{ tag: 'asc' }, { post: 'asc' }] };
const TO_NOTE = { type: 'permanentDocument', documentType: 'note' };
const preallocating = (refersTo: object | undefined, index: object = BY_POST, post: object = {}) =>
  contract({
    documentSchemas: {
      ...note({ documentsMutable: false, canBeDeleted: false, ...post }),
      like: Object(
        entries({ indices: [index] }, { post: { ...IDENTIFIER_PROPERTY, position: 1, refersTo } })['note'],
      ),
    },
  });

const MAX_KEY_BYTES = 255n;
const MAX_KEY_TEXT = 63n;

/** Finds a property of a target that is too long for a key; undefined if all fit. */
const findLong = ({ target, paths }: Determination): string | undefined =>
  target &&
  paths.find((path) => {
    const kind = getKindOf(target, path);
    if (path.startsWith('$') || (kind !== 'text' && kind !== 'bytes')) return false;
    const schema = target.fields.get(path)?.schema;
    const { max } = getSize(schema);
    const bytes = getInteger(getMember(schema, 'maxBytes'));
    const isShort = max !== undefined && max <= (kind === 'text' ? MAX_KEY_TEXT : MAX_KEY_BYTES);
    return !isShort && (bytes === undefined || bytes > MAX_KEY_BYTES);
  });

const listPreallocated = (types: readonly DocumentType[]): Index[] =>
  types
    .filter(isIndexOnly)
    .flatMap(({ indices }) => indices)
    .filter((index) => isOn(index, 'preallocated'));

const TOO_LONG: OfficialError = referenceError('ReferencedDocumentPropertyAgreementInvalidError', 40126);

/** Lists the rules about indices whose trees are made with the documents to which entries refer. */
export const PREALLOCATION_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'preallocated-reference',
    title: 'The trees of an index cannot be made beforehand',
    about: 'whole-contract',
    why: 'With `preallocated` the trees are made with the referenced document, at its cost: every property of the index is one reference by id to a permanent or moderated document of the same contract, or a value that its `where` compares; never "$ownerId", the writer. Of a moderated document the record of its removal keeps every compared value: "$id", "$ownerId", or a field of `deleteKeepsFields`.',
    fix: 'Remove preallocated, or index the reference and what its where compares.',
    wrong: preallocating(undefined),
    right: preallocating(TO_NOTE),
    check({ documentTypes }, report) {
      for (const index of listPreallocated(documentTypes)) {
        const found = listDeterminations(index, documentTypes);
        if (found.some(isReadableForGood)) continue;
        report(getMember(index.node, 'preallocated'), {
          message:
            found.length === 0
              ? 'the properties of the index are not those of one reference to a document that stays'
              : 'the record of a removal does not keep all compared values of the moderated document',
          isAtName: true,
        });
      }
    },
  }),
  extendedRule({
    code: 'preallocated-size',
    title: 'Trees would be made for a value that is too long for a key',
    about: 'whole-contract',
    official: TOO_LONG,
    why: `The value of the referenced document becomes a key of at most ${MAX_KEY_BYTES} bytes: text of at most ${MAX_KEY_TEXT} characters or with such a \`maxBytes\`, or bytes.`,
    fix: 'Lower the maximum length of the property of the target.',
    wrong: preallocating(
      { ...TO_NOTE, where: { text: 'tag' } },
      { ...BY_TAG_AND_POST, preallocated: true },
      { properties: { text: { ...TEXT_PROPERTY, maxLength: 64 } } },
    ),
    right: preallocating({ ...TO_NOTE, where: { text: 'tag' } }, { ...BY_TAG_AND_POST, preallocated: true }),
    check({ documentTypes }, report) {
      for (const index of listPreallocated(documentTypes)) {
        const found = listDeterminations(index, documentTypes).filter(isReadableForGood);
        const long = found.length === 1 && found[0] !== undefined ? findLong(found[0]) : undefined;
        if (long !== undefined)
          report(getMember(index.node, 'preallocated'), {
            message: `"${truncate(long)}" of "${truncate(found[0]?.target?.name ?? '')}" can be longer than a key`,
            isAtName: true,
          });
      }
    },
  }),
];
