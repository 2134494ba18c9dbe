import type { Config } from '../model/config.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { canonicalText } from '../source/canonical-text.js';
import { getInteger, getMember, type JsonNode } from '../source/json-node.js';
import { findChangedIndexPath } from './index-tree.js';
import { findSchemaConflicts, type SchemaConflict } from './schema-conflicts.js';
import type { RejectedNodes } from './rejected-nodes.js';
import { findExtendedChanges, type ExtendedChanges } from './extended-changes.js';
import { writeIndex } from './index-text.js';
import { findOptionChanges, type OptionChange } from './type-options.js';

/** Holds a baseline and its update. */
export interface ContractUpdate {
  readonly before: Contract;
  readonly after: Contract;
  /** True if both sides are whole contracts; a bare map of document types has no other members. */
  readonly isWhole: boolean;
  readonly rejectedNodes: RejectedNodes;
  /** Document types that both sides have. */
  readonly types: readonly TypeUpdate[];
  /** Rejected changes of the definitions. */
  readonly definitionConflicts: readonly SchemaConflict[];
}

/** Holds a document type of both sides. */
export interface TypeUpdate {
  readonly before: DocumentType;
  readonly after: DocumentType;
  readonly rejectedNodes: RejectedNodes;
  readonly options: readonly OptionChange[];
  readonly indices: IndexChange | undefined;
  readonly widths: readonly WidthChange[];
  /** Changes by the rules of the extended language; undefined in protocol versions without it. */
  readonly extended: ExtendedChanges | undefined;
  /** Rejected changes of the schema, apart from all of the above. */
  readonly conflicts: readonly SchemaConflict[];
}

/** Describes changed indices of a document type. */
export interface IndexChange {
  /** Path that the platform reports; undefined if the levels are the same on both sides and it fails later. */
  readonly path: string | undefined;
  readonly isSameTree: boolean;
  /** Changes by index. */
  readonly summary: readonly string[];
  /** First index that is changed or added, else the list, else the type. */
  readonly place: JsonNode;
}

/** Describes a byte array whose fixed length changes. */
export interface WidthChange {
  readonly path: string;
  readonly schema: JsonNode;
  readonly place: JsonNode;
  /** Bytes; undefined for a variable length. */
  readonly before: bigint | undefined;
  readonly after: bigint | undefined;
}

/** Pairs a baseline with its update. */
export function buildUpdate(
  before: Contract,
  after: Contract,
  rejectedNodes: RejectedNodes,
  protocol: ProtocolRules,
): ContractUpdate {
  const isWhole = before.shape !== 'documents' && after.shape !== 'documents';
  // Defaults are compared as such; those that a bare map does not have count as unchanged.
  const config = before.shape === 'documents' ? after.config : before.config;
  const registered = new Map(before.documentTypes.map((type) => [type.name, type]));
  const types = after.documentTypes.flatMap((type) => {
    const old = registered.get(type.name);
    return old === undefined ? [] : [buildTypeUpdate(old, type, config, rejectedNodes, protocol)];
  });
  const { defsNode: old } = before;
  const { defsNode: updated } = after;
  const definitionConflicts =
    isWhole && old?.kind === 'object' && updated?.kind === 'object'
      ? findSchemaConflicts({ before: old, after: updated }, rejectedNodes, ['$defs'])
      : [];
  return { before, after, isWhole, rejectedNodes, types, definitionConflicts };
}

function buildTypeUpdate(
  before: DocumentType,
  after: DocumentType,
  config: Config,
  rejectedNodes: RejectedNodes,
  protocol: ProtocolRules,
): TypeUpdate {
  const options = findOptionChanges(before, after, config, protocol).filter(
    ({ node }) => node === undefined || rejectedNodes.isClean(node),
  );
  const settled = new Set([...options.flatMap(({ members }) => members), 'indices']);
  const widths = widthChanges(before, after);
  const resized = new Set(widths.map(({ schema }) => schema));
  const extended = protocol.extendedLanguage ? findExtendedChanges(before, after) : undefined;
  const conflicts = findSchemaConflicts(
    { before: before.node, after: after.node },
    rejectedNodes,
    [],
    (change, container) => {
      const { keys } = change;
      const last = keys.at(-1);
      if (extended?.isSettled(change) === true) return true;
      if (keys.length === 1 || keys[0] === 'indices') return settled.has(String(keys[0]));
      return (
        (last === 'minItems' || last === 'maxItems') &&
        (resized.has(container) || (container.parent !== undefined && resized.has(container.parent)))
      );
    },
  );
  const indices =
    extended === undefined ? indexChange(before, after, rejectedNodes) : namedIndexChange(before, after);
  return { before, after, rejectedNodes, options, indices, widths, extended, conflicts };
}

/** Finds changed indices where they are compared by name: their order is free. */
function namedIndexChange(before: DocumentType, after: DocumentType): IndexChange | undefined {
  const registered = new Map(before.indices.map((index) => [index.label, writeIndex(index)]));
  const remaining = new Map(after.indices.map((index) => [index.label, index]));
  const fresh = after.indices.filter(({ label }) => !registered.has(label));
  const changed = after.indices.filter(
    (index) => registered.has(index.label) && registered.get(index.label) !== writeIndex(index),
  );
  const removed = before.indices.filter(({ label }) => !remaining.has(label));
  const names = [...fresh, ...changed, ...removed].map(({ label }) => label).toSorted();
  const summary = [
    ...fresh.map(({ label }) => `${label} added`),
    ...changed.map(({ label }) => `${label} modified`),
    ...removed.map(({ label }) => `${label} removed`),
  ];
  return summary.length === 0
    ? undefined
    : {
        path: names[0],
        isSameTree: false,
        summary,
        place: fresh[0]?.node ?? changed[0]?.node ?? getMember(after.node, 'indices') ?? after.node,
      };
}

function indexChange(
  before: DocumentType,
  after: DocumentType,
  rejectedNodes: RejectedNodes,
): IndexChange | undefined {
  const list = getMember(after.node, 'indices');
  const old = getMember(before.node, 'indices');
  if (list !== undefined && rejectedNodes.has(list)) return undefined;
  if (old === list || (old !== undefined && list !== undefined && canonicalText(old) === canonicalText(list)))
    return undefined;
  const registered = new Map(before.indices.map((index) => [index.label, canonicalText(index.node)]));
  const remaining = new Set(after.indices.map(({ label }) => label));
  const fresh = after.indices.filter(({ label }) => !registered.has(label));
  const changed = after.indices.filter(
    ({ label, node }) => registered.has(label) && registered.get(label) !== canonicalText(node),
  );
  const removed = before.indices.filter(({ label }) => !remaining.has(label));
  const summary = [
    ...fresh.map(({ label }) => `${label} added`),
    ...changed.map(({ label }) => `${label} modified`),
    ...removed.map(({ label }) => `${label} removed`),
  ];
  // Malformed indices have no tree.
  const isTree = list === undefined || rejectedNodes.isClean(list);
  const path = isTree ? findChangedIndexPath(before.indices, after.indices) : undefined;
  return {
    path,
    isSameTree: isTree && path === undefined,
    summary: summary.length > 0 ? summary : ['order changed'],
    place: fresh[0]?.node ?? changed[0]?.node ?? list ?? after.node,
  };
}

/**
 * Finds byte arrays whose fixed length changes, starts or ends.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/methods/validate_update` in dashpay/platform.
 */
function widthChanges(before: DocumentType, after: DocumentType): WidthChange[] {
  return [...after.fields.values()].flatMap(({ path, schema, node }) => {
    const old = before.fields.get(path)?.schema;
    if (schema === undefined || old === undefined || !isByteArray(schema) || !isByteArray(old)) return [];
    const widths = { before: fixedWidth(old), after: fixedWidth(schema) };
    const place = getMember(schema, 'maxItems') ?? getMember(schema, 'minItems') ?? node;
    return widths.before === widths.after ? [] : [{ path, schema, place, ...widths }];
  });
}

const isByteArray = (schema: JsonNode): boolean => getMember(schema, 'byteArray')?.kind === 'boolean';

function fixedWidth(schema: JsonNode): bigint | undefined {
  const [min, max] = [getInteger(getMember(schema, 'minItems')), getInteger(getMember(schema, 'maxItems'))];
  return min === max ? max : undefined;
}
