import { canChange } from '../model/changing-values.js';
import { findSource, listCounterReferences } from '../model/counter-source.js';
import { findTarget, listMembers } from '../model/document-reference.js';
import type { DocumentType } from '../model/contract-model.js';
import { isCounter, listNames } from '../model/index-traits.js';
import { isKeptByRecord } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getText } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note, TEXT_PROPERTY } from './example.js';
import { extendedRule, type Rule } from './rule.js';

const counted = (post: object) =>
  contract({
    documentSchemas: {
      ...note({ documentsMutable: true, canBeDeleted: false, ...post }),
      like: {
        ...Object(note()['note']),
        indexOnly: true,
        documentsMutable: false,
        required: ['post', 'tag'],
        properties: {
          post: {
            ...IDENTIFIER_PROPERTY,
            position: 0,
            refersTo: { type: 'permanentDocument', documentType: 'note', where: { text: 'tag' } },
          },
          tag: { ...TEXT_PROPERTY, position: 1 },
        },
        indices: [
          { name: 'byPost', properties: [{ post: 'asc' }], countable: true },
          {
            name: 'byTag',
            properties: [{ tag: 'asc' }, { post: 'asc' }],
            summableOffCountIndex: 'byPost',
            rangeSummable: true,
          },
        ],
      },
    },
  });

/** Lists the properties of counters that no reference of their source fixes for good. */
export function listLooseValues(type: DocumentType, types: readonly DocumentType[]) {
  return type.indices.filter(isCounter).flatMap((index) => {
    const counted = new Set(listNames(findSource(index) ?? index));
    const pairs = listCounterReferences(index).flatMap((reference) => {
      const target = findTarget(reference, types);
      return listMembers(getMember(reference.node, 'where')).map(([path, source]) => ({
        source: getText(source),
        isLoose:
          target !== undefined &&
          (canChange(target, path) ||
            (reference.kind === 'moderatedDocument' && !isKeptByRecord(target, path))),
      }));
    });
    return listNames(index)
      .filter((name) => !counted.has(name))
      .filter((name) => {
        const fixing = pairs.filter(({ source }) => source === name);
        return fixing.length > 0 && fixing.every(({ isLoose }) => isLoose);
      })
      .map((name) => ({ index, name }));
  });
}

/** Lists the rule about values by which the entries of another index are counted. */
export const COUNTER_VALUE_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'counter-value-changes',
    title: 'Entries are counted by a value that can change',
    about: 'whole-contract',
    why: 'A counter is right as long as all entries of one document of the source have one value: the property of the target that `where` compares can never change, and is kept by the record of a removal of a moderated document. (An optional reference to a document that can be deleted may be cleared.)',
    fix: 'List the property in immutable of the target.',
    wrong: counted({}),
    right: counted({ immutable: ['text'] }),
    check({ documentTypes }, report) {
      for (const { index, name } of documentTypes.flatMap((type) => listLooseValues(type, documentTypes)))
        report(getMember(index.node, 'summableOffCountIndex'), {
          message: `"${truncate(name)}" is compared with a value that can change, or is lost, after a document is written`,
        });
    },
  }),
];
