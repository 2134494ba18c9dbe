import { findSummedProperty, INDEX_FLAGS, readCountable, TYPE_FLAGS } from '../model/aggregates.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { decodeIdentifier } from '../model/identifier.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getBoolean, getMember, getText, type JsonNode } from '../source/json-node.js';
import { nearestNames } from '../text/nearest-names.js';
import type { RuleSet } from './constraints.js';
import type { Binding, Total } from './expression.js';
import { OWNER } from './operators.js';
import type { Problem } from './problem.js';
import { KIND_WORDS, kindOf, listEnum, type OperandKind } from './scope.js';

type Report = (
  node: JsonNode,
  message: string,
  details?: Pick<Problem, 'fix' | 'suggestion' | 'isAtName'>,
) => void;

/** Checks that the trees of the contract keep the totals that rules read. */
export function checkTotals(contract: Contract, type: DocumentType, { keyword, totals }: RuleSet): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (node, message, details = {}) => {
    problems.push({ kind: 'total', node, message, isMeta: false, ...details });
  };
  for (const total of totals) checkTotal(contract, type, total, keyword === 'propertyConstraints', report);
  return problems;
}

function checkTotal(
  contract: Contract,
  type: DocumentType,
  total: Total,
  isJudgedAtWrites: boolean,
  report: Report,
): void {
  const { documentType: name, typeNode } = total;
  const counted = contract.documentTypes.findLast((one) => one.name === name);
  if (counted === undefined) {
    const names = contract.documentTypes.map((one) => one.name);
    const [nearest] = names.length > 200 ? [] : nearestNames(name, names);
    report(
      typeNode,
      `unknown document type "${truncate(name)}"`,
      nearest === undefined ? {} : { suggestion: nearest },
    );
    return;
  }
  if (getBoolean(getMember(counted.node, 'indexOnly')) === true) {
    report(typeNode, `"${truncate(name)}" is indexOnly: rules read no totals of such a type`);
    return;
  }
  if (isJudgedAtWrites && counted.name === type.name && counted.indices.some(({ contested }) => contested)) {
    report(typeNode, `"${truncate(name)}" has a contested index: its own rules cannot read its totals`, {
      fix: 'A document that a contest awards is stored without its rules: read the total in another type.',
    });
    return;
  }
  if (!checkKeys(type, counted, total, report)) return;
  if (total.filter.size === 0) checkWholeType(counted, total, report);
  else checkIndex(counted, total, report);
}

function checkWholeType(counted: DocumentType, { property, typeNode }: Total, report: Report): void {
  const { node, name } = counted;
  if (property !== undefined) {
    if (findSummedProperty(node, TYPE_FLAGS)?.name === property.name) return;
    report(
      property.node,
      `"${truncate(name)}" has no sum of "${truncate(property.name)}" over all its documents`,
      {
        fix: `Add "documentsSummable": ${excerpt(property.name)} to the type, or a filter.`,
      },
    );
    return;
  }
  const isCounted =
    readCountable(getMember(node, 'documentsCountable')) === 'yes' ||
    getBoolean(getMember(node, 'rangeCountable')) === true ||
    getText(getMember(node, 'documentsAverageable')) !== undefined;
  if (!isCounted)
    report(typeNode, `"${truncate(name)}" does not count its documents`, {
      fix: 'Add "documentsCountable": true to the type, or a filter.',
    });
}

/** Lists members by which an index keeps its totals elsewhere, or none at all. */
const OTHER_TREES = [
  'rankedCountable',
  'rankedSummable',
  'rankedAverageable',
  'timeRange',
  'integerRange',
  'terminal',
];

const isSet = (node: JsonNode | undefined): boolean => node !== undefined && getBoolean(node) !== false;

/** Returns whether an index is plain: one whose trees keep totals for the values of its properties. */
const isPlain = ({ node, unique, contested }: Index): boolean =>
  !unique && contested === undefined && !OTHER_TREES.some((name) => isSet(getMember(node, name)));

function checkIndex(counted: DocumentType, total: Total, report: Report): void {
  const { filter, property, node } = total;
  const keeps = (index: Index): boolean => {
    if (property !== undefined) return findSummedProperty(index.node, INDEX_FLAGS)?.name === property.name;
    return (
      readCountable(getMember(index.node, 'countable')) === 'yes' ||
      getBoolean(getMember(index.node, 'rangeCountable')) === true ||
      getText(getMember(index.node, 'averageable')) !== undefined
    );
  };
  const answers = (index: Index): boolean =>
    isPlain(index) &&
    index.entries.length === filter.size &&
    index.entries.every(({ key }) => filter.has(String(key))) &&
    keeps(index);
  if (counted.indices.some(answers)) return;
  const keys = [...filter.keys()].map((key) => `"${truncate(key)}"`).join(' and ');
  const wanted = property === undefined ? '"countable": true' : `"summable": ${excerpt(property.name)}`;
  report(
    node,
    `no index of "${truncate(counted.name)}" keeps this total: it must have exactly ${keys}, and ${wanted}`,
    {
      fix: 'Add such an index. Unique, contested, ranked and bucketed indices keep no such totals.',
    },
  );
}

/** Checks the keys of the filter and their values. */
function checkKeys(type: DocumentType, counted: DocumentType, total: Total, report: Report): boolean {
  let isClean = true;
  for (const [key, binding] of total.filter) {
    const problem = findKeyProblem(type, counted, key, binding);
    if (problem === undefined) continue;
    report(binding.node, problem);
    isClean = false;
  }
  return isClean;
}

function findKeyProblem(
  type: DocumentType,
  counted: DocumentType,
  key: string,
  binding: Binding,
): string | undefined {
  const schema = key === OWNER ? undefined : counted.fields.get(key)?.schema;
  const quoted = `"${truncate(key)}"`;
  if (key !== OWNER && !counted.fields.has(key))
    return `"${truncate(counted.name)}" has no property ${quoted}`;
  const kind: OperandKind | undefined = key === OWNER ? 'identifier' : kindOf(schema);
  if (kind === undefined) return undefined;
  if (kind !== 'integer' && kind !== 'text' && kind !== 'identifier')
    return `${quoted} is ${KIND_WORDS[kind]}: a filter compares integers, texts and identifiers`;
  if (binding.kind === 'constant') return findConstantProblem(binding.text, kind, schema, quoted);
  const found = bindingKind(type, binding);
  return found === undefined || found === kind
    ? undefined
    : `${quoted} is ${KIND_WORDS[kind]}; its value is ${KIND_WORDS[found]}`;
}

function bindingKind(type: DocumentType, binding: Binding): OperandKind | undefined {
  if (binding.kind === 'property') return kindOf(type.fields.get(binding.path.text)?.schema);
  return binding.kind === 'integer' ? 'integer' : 'identifier';
}

function findConstantProblem(
  text: string,
  kind: OperandKind,
  schema: JsonNode | undefined,
  quoted: string,
): string | undefined {
  if (kind === 'integer') return `${quoted} is an integer; its value is text: write the integer as itself`;
  if (kind === 'identifier')
    return decodeIdentifier(text) === undefined
      ? `${excerpt(text)} is no identifier: it must be base58 text of 32 bytes`
      : undefined;
  const texts = listEnum(schema);
  return texts === undefined || texts.includes(text)
    ? undefined
    : `${quoted} never is ${excerpt(text)}: its enum has ${texts.slice(0, 10).map(excerpt).join(', ')}`;
}
