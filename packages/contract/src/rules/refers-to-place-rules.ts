import { listReferenceExpressions } from '../model/document-reference.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType } from '../model/contract-model.js';
import { recordsCreator } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getInteger, getItems, getMember, type JsonNode } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note } from './example.js';
import { extendedRule, type Rule } from './rule.js';
import { referring, TO_POST } from './refers-to-examples.js';

const withList = (maxItems: number) =>
  contract({
    documentSchemas: note({
      properties: {
        ids: {
          type: 'array',
          maxItems,
          position: 0,
          items: { ...IDENTIFIER_PROPERTY, refersTo: { type: 'identity' } },
        },
      },
    }),
  });

const owned = (keyword: string, members: object = {}) =>
  contract({ documentSchemas: note({ [keyword]: { type: 'identity' }, ...members }) });

function countReferences(type: DocumentType): bigint {
  let count = 0n;
  for (const { leaves, place, carrier } of listReferenceExpressions(type)) {
    const size = place === 'element' ? (getInteger(getMember(carrier?.schema, 'maxItems')) ?? 1n) : 1n;
    count += BigInt(leaves.length) * size;
  }
  return count;
}

const MAX_REFERENCES = 256n;

const MAX_OPERANDS = 4;

/** Lists the rules about the number and place of references. */
export const REFERENCE_PLACE_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'reference-operands',
    title: 'A combination of references is too large',
    about: 'whole-contract',
    why: `\`anyOf\` and \`allOf\` have 2 to ${MAX_OPERANDS} operands, and are nested at most ${MAX_OPERANDS} deep.`,
    fix: 'Remove operands.',
    wrong: referring({
      anyOf: [
        { type: 'identity' },
        TO_POST,
        ...['$id', '$ownerId', 'text'].map((path) => ({
          ...TO_POST,
          where: { [path]: path === 'text' ? 'text' : '$ownerId' },
        })),
      ],
    }),
    right: referring({ anyOf: [{ type: 'identity' }, TO_POST] }),
    check({ documentTypes }, report) {
      for (const { operandLists } of documentTypes.flatMap(listReferenceExpressions))
        for (const { node, depth } of operandLists) {
          const count = getItems(node).length;
          if (count > MAX_OPERANDS)
            report(node, { message: `${count} operands: ${String(node.key)} has at most ${MAX_OPERANDS}` });
          if (depth === MAX_OPERANDS + 1)
            report(node, { message: `nested ${depth} deep: at most ${MAX_OPERANDS} are allowed` });
        }
    },
  }),
  extendedRule({
    code: 'reference-count',
    title: 'A document can hold too many references',
    about: 'whole-contract',
    why: `The references of a document are read one by one: it holds at most ${MAX_REFERENCES}. A list counts with its \`maxItems\`, a combination with all its operands.`,
    fix: 'Lower the maxItems of a list, or split the document type.',
    wrong: withList(257),
    right: withList(256),
    check({ documentTypes }, report) {
      for (const type of documentTypes) {
        const count = countReferences(type);
        if (count > MAX_REFERENCES)
          report(type.node, {
            message: `a document of "${truncate(type.name)}" can hold ${count} references: at most ${MAX_REFERENCES} are allowed`,
          });
      }
    },
  }),
  extendedRule({
    code: 'reference-of-owner',
    title: 'ownerRefersTo stands at documents that change their owner',
    about: 'whole-contract',
    why: '`ownerRefersTo` is judged when a document is written: its type is neither transferable nor tradeable.',
    fix: 'Use creatorRefersTo, or forbid transfers and trade.',
    wrong: owned('ownerRefersTo', { transferable: 1 }),
    right: owned('ownerRefersTo'),
    check({ documentTypes }, report) {
      reportOwners(
        documentTypes,
        'ownerRefersTo',
        canChangeOwner,
        report,
        'documents of the type change their owner',
      );
    },
  }),
  extendedRule({
    code: 'reference-of-creator',
    title: 'creatorRefersTo stands at documents that record no creator',
    about: 'whole-contract',
    why: 'Only documents that can be transferred or traded record `$creatorId`.',
    fix: 'Use ownerRefersTo: the owner stays the creator.',
    wrong: owned('creatorRefersTo'),
    right: owned('creatorRefersTo', { transferable: 1 }),
    check({ documentTypes }, report) {
      reportOwners(
        documentTypes,
        'creatorRefersTo',
        lacksCreator,
        report,
        'documents of the type record no creator',
      );
    },
  }),
];

const lacksCreator = (type: DocumentType): boolean => !recordsCreator(type);

function reportOwners(
  types: readonly DocumentType[],
  keyword: string,
  isUnfit: (type: DocumentType) => boolean,
  report: (at: JsonNode | undefined, finding: { message: string; isAtName: boolean }) => void,
  message: string,
): void {
  for (const type of types) {
    const node = getMember(type.node, keyword);
    if (node !== undefined && isUnfit(type)) report(node, { message, isAtName: true });
  }
}
