import { canChange } from '../model/changing-values.js';
import type { Contract } from '../model/contract.js';
import { findTarget, listMembers, type DocumentReference } from '../model/document-reference.js';
import type { DocumentType } from '../model/contract-model.js';
import { findWidthConflict, isCarrier } from '../model/find-by.js';
import { getKindOf, isIndexOnly, isTransient, recordsCreator } from '../model/type-traits.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getMember, getText, type JsonNode } from '../source/json-node.js';
import { IDENTIFIER_PROPERTY, TEXT_PROPERTY } from './example.js';
import { listLooseValues } from './counter-value-rules.js';
import { extendedRule, type Rule } from './rule.js';
import { listAll, referring, TO_POST, MODERATED, referenceError } from './refers-to-examples.js';

/** Says why a pair of `where` cannot be compared; undefined if it can. */
function explainPair(
  reference: DocumentReference,
  source: string,
  target: DocumentType,
  path: string,
): string | undefined {
  const { holder } = reference;
  const kinds = [getKindOf(target, path), getKindOf(holder, source)];
  if (isCarrier(source, reference)) return `"${truncate(source)}" is the reference itself`;
  if (path === '$creatorId' && !recordsCreator(target)) return `"${target.name}" records no creator`;
  if (kinds[0] === undefined) return `"${target.name}" has no property "${truncate(path)}"`;
  if (kinds[1] === undefined) return `the document type has no property "${truncate(source)}"`;
  if (isTransient(target, path)) return `"${truncate(path)}" of "${target.name}" is transient`;
  const composite = kinds.find((kind) => kind === 'object' || kind === 'list');
  if (composite !== undefined) return `${say(composite)} is no single value`;
  if (kinds[0] !== kinds[1])
    return `"${truncate(path)}" is ${say(kinds[0])}, "${truncate(source)}" ${say(kinds[1])}`;
  return findWidthConflict(target.fields.get(path), holder.fields.get(source));
}

/** Pairs a value of `where` with the property of the target that it is compared with. */
interface Pair {
  readonly reference: DocumentReference;
  readonly target: DocumentType;
  readonly path: string;
  readonly node: JsonNode;
  readonly source: string;
}

/** Lists the pairs of `where` that lead to documents of the same contract. */
const listPairs = (subject: Contract): Pair[] =>
  listAll(subject).flatMap((reference) => {
    const target = findTarget(reference, subject.documentTypes);
    if (target === undefined || isIndexOnly(target)) return [];
    // Counters are rejected for them before.
    const loose = new Set(listLooseValues(reference.holder, subject.documentTypes).map(({ name }) => name));
    return listMembers(getMember(reference.node, 'where')).flatMap(([path, node]): Pair[] => {
      const source = getText(node);
      return source === undefined || loose.has(source) ? [] : [{ reference, target, path, node, source }];
    });
  });

const say = (kind: string | undefined): string =>
  kind === 'integer' || kind === 'identifier' || kind === 'object' ? `an ${kind}` : `a ${kind}`;

const comparing = (where: object) => referring({ ...TO_POST, where });

const gated = (key: string) => ({
  ...referring(
    { type: 'moderatedDocument', documentType: 'post', where: { [key]: '$ownerId' } },
    {},
    {
      moderatorAbilities: { delete: true },
      properties: { editor: { ...IDENTIFIER_PROPERTY, position: 0 } },
    },
  ),
  ...MODERATED,
});

/** Lists the rules about comparisons with what references lead to. */
export const REFERENCE_WHERE_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'reference-comparison',
    title: 'A reference compares values that it cannot compare',
    about: 'whole-contract',
    official: referenceError('ReferencedDocumentPropertyAgreementInvalidError', 40126),
    why: 'A pair of `where` names a property of the target, which is stored, and one of the own type, or "$ownerId". Both are single values of one kind, integers of one stored width, and not the reference itself. Values that differ are rejected with 40127; two absent ones agree.',
    fix: 'Compare stored properties of one kind.',
    wrong: comparing({ ghost: 'text' }),
    right: comparing({ text: 'text' }),
    check(subject, report) {
      for (const { reference, target, path, node, source } of listPairs(subject)) {
        const problem = explainPair(reference, source, target, path);
        if (problem !== undefined) report(node, { message: `the pair cannot be compared: ${problem}` });
      }
    },
  }),
  extendedRule({
    code: 'reference-comparison-changes',
    title: 'A reference compares a value that can change later',
    about: 'whole-contract',
    official: referenceError('ReferencedDocumentPropertyAgreementInvalidError', 40126),
    certainty: 'inferred',
    why: 'A pair of `where` names a property of the target that can never change: its type is not mutable, or lists the property in `immutable` without a condition. (The owner of the target may change: it is compared when the referring document is written.)',
    fix: 'List the property in immutable of the target.',
    wrong: referring({ ...TO_POST, where: { text: 'text' } }, {}, { documentsMutable: true }),
    right: referring({ ...TO_POST, where: { text: 'text' } }),
    check(subject, report) {
      for (const { reference, target, path, node, source } of listPairs(subject))
        if (
          !path.startsWith('$') &&
          explainPair(reference, source, target, path) === undefined &&
          canChange(target, path)
        )
          report(node, {
            message: `the pair cannot be compared: "${truncate(path)}" of "${truncate(target.name)}" can change`,
          });
    },
  }),
  extendedRule({
    code: 'reference-comparison-repeated',
    title: 'A reference compares one value twice',
    about: 'whole-contract',
    certainty: 'inferred',
    why: 'A value of the own document appears once in `where`. Beside `inList` it is not the one that `findBy` reads, and no pair compares "$id" again.',
    fix: 'Remove the pair.',
    wrong: referring(
      { ...TO_POST, where: { text: 'text', title: 'text' } },
      {},
      { properties: { text: TEXT_PROPERTY, title: { ...TEXT_PROPERTY, position: 1 } } },
    ),
    right: comparing({ text: 'text' }),
    check(subject, report) {
      for (const { node } of listAll(subject)) {
        const isList = getMember(node, 'inList') !== undefined;
        const seen = new Set(isList ? [getText(getMember(getMember(node, 'findBy'), '$id'))] : []);
        for (const [path, value] of listMembers(getMember(node, 'where'))) {
          const source = getText(value);
          if (source !== undefined && seen.has(source))
            report(value, { message: `"${truncate(source)}" is compared already` });
          else if (isList && path === '$id') report(value, { message: 'findBy compares "$id" already' });
          seen.add(source);
        }
      }
    },
  }),
  extendedRule({
    code: 'reference-writer-gate',
    title: 'A reference compares the writer with what no removal record keeps',
    about: 'whole-contract',
    why: 'After its removal a moderated document is a record of its id and owner: a pair of `where` that binds the writer ("$ownerId") may compare only "$ownerId" or "$id" of it.',
    fix: 'Compare "$ownerId" of the document.',
    wrong: gated('editor'),
    right: gated('$ownerId'),
    check(subject, report) {
      for (const { node, kind } of listAll(subject))
        for (const [path, source] of kind === 'moderatedDocument'
          ? listMembers(getMember(node, 'where'))
          : [])
          if (getText(source) === '$ownerId' && path !== '$ownerId' && path !== '$id')
            report(source, { message: `the record of a removal does not keep ${excerpt(path)}` });
    },
  }),
];
