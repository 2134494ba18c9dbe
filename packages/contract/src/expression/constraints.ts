import { getItems, getMember, type JsonNode } from '../source/json-node.js';
import { excerpt, truncate } from '../source/excerpt.js';
import type { DocumentType } from '../model/contract-model.js';
import type { Condition, NamedRule, Total } from './expression.js';
import type { Problem } from './problem.js';
import { readCondition } from './read-condition.js';
import { Reading } from './reading.js';
import { Scope } from './scope.js';

/**
 * Lists the limits of rules.
 *
 * Source: `packages/rs-platform-version/src/version/system_limits/v4.rs` in dashpay/platform.
 */
export const RULE_LIMITS = { rules: 16, nodes: 32, totals: 4 } as const;

/** Names a keyword with named rules. */
export type RuleKeyword = 'propertyConstraints' | 'deleteConstraints';

/** Lists the keywords with named rules. */
export const RULE_KEYWORDS: readonly RuleKeyword[] = ['propertyConstraints', 'deleteConstraints'];

/** Holds the named rules of a keyword. */
export interface RuleSet {
  readonly keyword: RuleKeyword;
  readonly node: JsonNode;
  /** Rules without problems, by name: the order in which the platform judges them. */
  readonly rules: readonly NamedRule[];
  /** Totals that the rules read, each once. */
  readonly totals: readonly Total[];
}

/** Holds an entry of `immutable`. */
export interface FrozenProperty {
  readonly property: string;
  readonly node: JsonNode;
  /** The condition of the entry; undefined where it has none, or a malformed one. */
  readonly condition: Condition | undefined;
  readonly hasCondition: boolean;
}

/** Holds the rules and conditions of a document type. */
export interface TypeConstraints {
  readonly ruleSets: readonly RuleSet[];
  readonly immutable: readonly FrozenProperty[];
  readonly retractedWhen: Condition | undefined;
  readonly problems: readonly Problem[];
}

const known = new WeakMap<DocumentType, TypeConstraints>();

/** Reads `propertyConstraints`, `deleteConstraints`, and the conditions of `immutable` and `retractedWhen`, once a type. */
export function readConstraints(type: DocumentType): TypeConstraints {
  const found = known.get(type) ?? readAll(type);
  known.set(type, found);
  return found;
}

function readAll(type: DocumentType): TypeConstraints {
  const problems: Problem[] = [];
  const ruleSets = RULE_KEYWORDS.flatMap((keyword) => {
    const node = getMember(type.node, keyword);
    return node === undefined ? [] : [readRuleSet(type, keyword, node, problems)];
  });
  const immutable = getItems(getMember(type.node, 'immutable')).flatMap((node) =>
    readEntry(type, node, problems),
  );
  const retracted = getMember(type.node, 'retractedWhen');
  return {
    ruleSets,
    immutable,
    retractedWhen: retracted === undefined ? undefined : readWhen(type, retracted, 'retractedWhen', problems),
    problems,
  };
}

const RULE_NAME = /^[a-zA-Z0-9_]{1,64}$/;

function readRuleSet(type: DocumentType, keyword: RuleKeyword, node: JsonNode, problems: Problem[]): RuleSet {
  const reading = new Reading(new Scope(type, false), problems, true);
  const rules: NamedRule[] = [];
  if (node.kind !== 'object' || node.members.size === 0)
    reading.addShape(
      node,
      `expected an object with at least one rule for ${keyword}, found ${excerpt(node)}`,
    );
  const members = node.kind === 'object' ? node.members : new Map<string, JsonNode>();
  if (members.size > RULE_LIMITS.rules)
    reading.add('limit', node, `${keyword} has ${members.size} rules: the maximum is ${RULE_LIMITS.rules}`, {
      isAtName: true,
      fix: 'Join rules by "allOf".',
    });
  for (const [name, value] of members) {
    const before = problems.length;
    const totalsBefore = reading.totals.length;
    if (!RULE_NAME.test(name))
      reading.addShape(
        value,
        `"${truncate(name)}" is no name of a rule: it must have 1 to 64 letters, digits and underscores`,
        {
          isAtName: true,
        },
      );
    const condition = readLimited(reading, value);
    const isFaultless = problems.slice(before).every(({ kind }) => kind === 'inferred-limit');
    if (condition !== undefined && isFaultless) rules.push({ name, node: value, condition });
    if (keepMetaProblems(problems, before)) reading.totals.length = totalsBefore;
  }
  const totals = [...new Map(reading.totals.map((total) => [total.id, total])).values()];
  const [, , , , extra] = totals;
  if (extra !== undefined)
    reading.add(
      'limit',
      extra.node,
      `${keyword} reads ${totals.length} different totals: the maximum is ${RULE_LIMITS.totals}`,
    );
  return { keyword, node, rules: rules.toSorted(byName), totals };
}

/**
 * Keeps what the meta-schema rejects in a rule: the parser does not get to see the rule then.
 *
 * @returns false where it rejects nothing, and all is kept.
 */
function keepMetaProblems(problems: Problem[], start: number): boolean {
  const found = problems.slice(start);
  const meta = found.filter(({ isMeta }) => isMeta);
  if (meta.length === 0) return false;
  problems.splice(start, found.length, ...meta);
  return true;
}

/** Orders by the bytes of names, which are ASCII. */
const byName = (a: NamedRule, b: NamedRule): number => (a.name < b.name ? -1 : 1);

/** Reads a condition and checks its nodes. */
function readLimited(reading: Reading, node: JsonNode): Condition | undefined {
  reading.defaults = 0;
  const condition = readCondition(reading, node, 0);
  if (condition === undefined) return undefined;
  const { nodes } = condition;
  if (nodes > RULE_LIMITS.nodes)
    reading.add('limit', node, `the rule has ${nodes} nodes: the maximum is ${RULE_LIMITS.nodes}`, {
      fix: 'Split the rule into several ones; "in" has fewer nodes than "anyOf" of "equal".',
    });
  else if (nodes + reading.defaults > RULE_LIMITS.nodes)
    reading.add(
      'inferred-limit',
      node,
      `the rule has ${nodes} nodes if "ifAbsent" counts 1, and ${nodes + reading.defaults} if it counts 2: the maximum is ${RULE_LIMITS.nodes}`,
    );
  return condition;
}

/** Reads an entry of `immutable`. The list itself is checked elsewhere. */
function readEntry(type: DocumentType, node: JsonNode, problems: Problem[]): FrozenProperty[] {
  if (node.kind === 'string')
    return [{ property: node.value, node, condition: undefined, hasCondition: false }];
  const property = getMember(node, 'property');
  const when = getMember(node, 'when');
  const condition = when === undefined ? undefined : readWhen(type, when, 'when', problems);
  if (property?.kind !== 'string') return [];
  return [{ property: property.value, node: property, condition, hasCondition: when !== undefined }];
}

/** Reads a condition about a replace. Only that it is an object with one member is in the meta-schema. */
function readWhen(
  type: DocumentType,
  node: JsonNode,
  keyword: string,
  problems: Problem[],
): Condition | undefined {
  const meta = new Reading(new Scope(type, true), problems, true);
  if (node.kind !== 'object')
    return meta.addShape(node, `expected a condition for "${keyword}", found ${excerpt(node)}`);
  if (node.members.size !== 1)
    return meta.addShape(node, `"${keyword}" has ${node.members.size} members: a condition has exactly one`, {
      fix: 'Write one condition; "allOf" joins several.',
    });
  const reading = new Reading(meta.scope, problems, false);
  const condition = readLimited(reading, node);
  for (const total of reading.totals)
    reading.add(
      'path',
      total.node,
      `"${keyword}" reads no totals, such as "${total.property === undefined ? 'countOf' : 'sumOf'}"`,
    );
  return reading.totals.length > 0 ? undefined : condition;
}
