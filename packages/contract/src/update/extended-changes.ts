import type { DocumentType } from '../model/contract-model.js';
import {
  getSize,
  getValueKind,
  hasFixedWidth,
  keepsHistory,
  listImmutable,
  listTexts,
} from '../model/type-traits.js';
import { chooseIntegerStorage } from '../model/integer-storage.js';
import { canonicalText } from '../source/canonical-text.js';
import {
  asObject,
  getBoolean,
  getInteger,
  getMember,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import type { JsonChange } from './json-changes.js';
import { SETTLED_KEYWORDS } from './type-options.js';

/** Holds what an update of a document type changes of the keywords that the extended language adds, or compares otherwise. */
export interface ExtendedChanges {
  /** Entries of `immutable` that are lost, or bound to a condition. */
  readonly thawed: readonly FieldProblem[];
  /** Required properties that are gained or lost without the right to it. */
  readonly required: readonly FieldProblem[];
  /** Values that would be stored otherwise. */
  readonly stored: readonly FieldProblem[];
  /** New properties that are generated from registered ones. */
  readonly generated: readonly FieldProblem[];
  /** Returns whether one of the above, or another rule, is about a change of the schema. */
  readonly isSettled: (change: JsonChange) => boolean;
}

/** Names a property, with what is wrong with its change. */
export interface FieldProblem {
  readonly name: string;
  readonly node: JsonNode;
  readonly message: string;
}

/** Compares the keywords of a document type that the extended language adds, or compares otherwise. */
export function findExtendedChanges(before: DocumentType, after: DocumentType): ExtendedChanges {
  const stored = listStoredChanges(before, after);
  const gained = new Set(diff(listRequired(after), listRequired(before)));
  const lists = new Set(stored.map(({ name }) => name));
  const keepsTransient = isSameSet(before, after, 'transient');
  const endsDeletion = keepsHistory(after);
  return {
    thawed: listThawed(before, after),
    required: listRequiredProblems(before, after),
    stored,
    generated: listGenerated(before, after),
    isSettled: ({ keys, after: value }) => {
      const [first = '', name, keyword, inner] = keys.map(String);
      if (first === 'immutable' || first === 'required' || SETTLED_KEYWORDS.has(first)) return true;
      if (first === 'transient') return keepsTransient;
      if (first === 'canBeDeleted' && keys.length === 1) return endsDeletion && getBoolean(value) === false;
      if (first !== 'properties' || name === undefined) return false;
      if (keyword === 'requiredSince' && gained.has(name)) return true;
      return (
        lists.has(name) &&
        (keyword === 'items' || ['minimum', 'maximum', 'enum'].includes(keyword ?? '') || inner === 'type')
      );
    },
  };
}

const listRequired = ({ node }: DocumentType): string[] => listTexts(getMember(node, 'required'));
const diff = (names: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return [...new Set(names)].filter((name) => !known.has(name));
};

function isSameSet(before: DocumentType, after: DocumentType, keyword: string): boolean {
  const [old, updated] = [before, after].map(({ node }) => listTexts(getMember(node, keyword)));
  return diff(old ?? [], updated ?? []).length === 0 && diff(updated ?? [], old ?? []).length === 0;
}

/** Lists entries of `immutable` that a later version cannot lose, nor bind to a condition or to another one. */
function listThawed(before: DocumentType, after: DocumentType): FieldProblem[] {
  const remaining = new Map(listImmutable(after).map((entry) => [entry.name, entry]));
  const place = getMember(after.node, 'immutable') ?? after.node;
  return listImmutable(before).flatMap(({ name, when }) => {
    const entry = remaining.get(name);
    if (entry === undefined) return [{ name, node: place, message: 'its entry in immutable is removed' }];
    if (entry.when === undefined) return [];
    if (when === undefined)
      return [{ name, node: entry.node, message: 'its entry in immutable gets a condition' }];
    return canonicalText(when) === canonicalText(entry.when)
      ? []
      : [{ name, node: entry.when, message: 'the condition of its entry in immutable changes' }];
  });
}

/** Lists changes of `required` other than new properties that are required since this version. */
function listRequiredProblems(before: DocumentType, after: DocumentType): FieldProblem[] {
  const list = getMember(after.node, 'required') ?? after.node;
  const version = getInteger(getMember(after.contract.root, 'version'));
  const old = asObject(before.propertiesNode)?.members;
  const [names, registered] = [listRequired(after), listRequired(before)];
  const gained = diff(names, registered).flatMap((name) => {
    if (old?.has(name) === true || name.startsWith('$'))
      return [{ name, node: list, message: 'it exists already, and becomes required' }];
    const since = getMember(after.fields.get(name)?.node, 'requiredSince');
    if (since === undefined)
      return [{ name, node: list, message: 'it is new and required: requiredSince is missing' }];
    const isNow = version === undefined || getInteger(since) === version;
    return isNow ? [] : [{ name, node: since, message: `requiredSince must be the new version, ${version}` }];
  });
  const lost = diff(registered, names).map((name) => ({
    name,
    node: list,
    message: 'it is no longer required',
  }));
  return [...gained, ...lost];
}

/** Lists new properties that are generated from registered ones only. */
const listGenerated = (before: DocumentType, after: DocumentType): FieldProblem[] =>
  [...after.fields.values()].flatMap(({ path, node }) => {
    const generated = getMember(node, 'generatedFrom');
    const params = listTexts(getMember(generated, 'params'));
    const isLate = params.length > 0 && params.every((param) => before.fields.has(param));
    return generated === undefined || before.fields.has(path) || !isLate
      ? []
      : [{ name: path, node: generated, message: 'it is generated from a registered property' }];
  });

/** Says why bytes in a list would be stored otherwise: those of one size have no length before them. */
function explainSize(earlier: ObjectNode, later: ObjectNode): string | undefined {
  const isFixed = hasFixedWidth(later);
  if (hasFixedWidth(earlier) !== isFixed) return 'its elements are of one size on one side only';
  return isFixed && getSize(earlier).max !== getSize(later).max ? 'its elements get another size' : undefined;
}

/** Lists integers whose width changes, and lists whose elements become of another kind. */
function listStoredChanges(before: DocumentType, after: DocumentType): FieldProblem[] {
  return [...after.fields.values()].flatMap(({ path, schema, node }) => {
    const old = before.fields.get(path)?.schema;
    const [items, oldItems] = [schema, old].map((each) => asObject(getMember(each, 'items')));
    const pairs = [
      [asObject(old), asObject(schema)],
      [oldItems, items],
    ] as const;
    return pairs.flatMap(([earlier, later]) => {
      if (earlier === undefined || later === undefined) return [];
      const kinds = [getValueKind(earlier), getValueKind(later)];
      if (kinds[0] !== kinds[1])
        return later === items
          ? [{ name: path, node: later, message: 'its elements become of another kind' }]
          : [];
      const message = later === items && kinds[1] === 'bytes' ? explainSize(earlier, later) : undefined;
      if (message !== undefined) return [{ name: path, node: later, message }];
      if (kinds[1] !== 'integer') return [];
      const { sizedIntegerTypes } = after.contract.config;
      const widths = [
        chooseIntegerStorage(earlier, before.contract.config.sizedIntegerTypes),
        chooseIntegerStorage(later, sizedIntegerTypes),
      ];
      return widths[0] === widths[1]
        ? []
        : [{ name: path, node, message: `it would be stored as ${widths[1]} instead of ${widths[0]}` }];
    });
  });
}
