import type { Config } from '../model/config.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/document-type.js';
import { listedFields } from '../model/fields.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { canonicalText } from '../source/canonical-text.js';
import { integerOf, member, type JsonNode } from '../source/json-node.js';
import { changedIndexPath } from './index-tree.js';
import { schemaFaults, type SchemaFault } from './schema-faults.js';
import type { Soundness } from './soundness.js';
import { optionChanges, type OptionChange } from './type-options.js';

/** A registered contract and what is to replace it. */
export interface ContractUpdate {
  readonly before: Contract;
  readonly after: Contract;
  /** Whether both sides are whole contracts; a bare map of document types says nothing of the rest. */
  readonly isWhole: boolean;
  readonly soundness: Soundness;
  /** The document types that both sides have. */
  readonly types: readonly TypeUpdate[];
  /** What the update may not do to the definitions. */
  readonly definitionFaults: readonly SchemaFault[];
}

/** A document type of both sides. */
export interface TypeUpdate {
  readonly before: DocumentType;
  readonly after: DocumentType;
  readonly soundness: Soundness;
  readonly options: readonly OptionChange[];
  readonly indices: IndexChange | undefined;
  readonly widths: readonly WidthChange[];
  /** What the update may not do to the schema, apart from all of the above. */
  readonly faults: readonly SchemaFault[];
}

/** The indices of a document type that an update changes. */
export interface IndexChange {
  /** The path that the platform names; nothing when it finds the same levels on both sides and fails later. */
  readonly path: string | undefined;
  readonly isSameTree: boolean;
  /** What was done to which index. */
  readonly summary: readonly string[];
  /** The first index that is changed or added, else the list, else the type. */
  readonly place: JsonNode;
}

/** A byte array that had a fixed length, or gets one. */
export interface WidthChange {
  readonly path: string;
  readonly schema: JsonNode;
  readonly place: JsonNode;
  /** Bytes; nothing when the length may vary. */
  readonly before: bigint | undefined;
  readonly after: bigint | undefined;
}

/** Sets a registered contract beside what is to replace it. */
export function buildUpdate(
  before: Contract,
  after: Contract,
  soundness: Soundness,
  protocol: ProtocolRules,
): ContractUpdate {
  const isWhole = before.shape !== 'documents' && after.shape !== 'documents';
  // Defaults are compared as such; what a bare map leaves out is taken to stay.
  const config = before.shape === 'documents' ? after.config : before.config;
  const registered = new Map(before.documentTypes.map((type) => [type.name, type]));
  const types = after.documentTypes.flatMap((type) => {
    const old = registered.get(type.name);
    return old === undefined ? [] : [buildTypeUpdate(old, type, config, soundness, protocol)];
  });
  const { defsNode: old } = before;
  const { defsNode: updated } = after;
  const definitionFaults =
    isWhole && old?.kind === 'object' && updated?.kind === 'object'
      ? schemaFaults({ before: old, after: updated }, soundness, ['$defs'])
      : [];
  return { before, after, isWhole, soundness, types, definitionFaults };
}

function buildTypeUpdate(
  before: DocumentType,
  after: DocumentType,
  config: Config,
  soundness: Soundness,
  protocol: ProtocolRules,
): TypeUpdate {
  const options = optionChanges(before, after, config, protocol).filter(
    ({ node }) => node === undefined || soundness.isSound(node),
  );
  const settled = new Set([...options.flatMap(({ members }) => members), 'indices']);
  const widths = widthChanges(before, after);
  const resized = new Set(widths.map(({ schema }) => schema));
  const faults = schemaFaults(
    { before: before.node, after: after.node },
    soundness,
    [],
    ({ keys }, holder) => {
      const last = keys.at(-1);
      if (keys.length === 1 || keys[0] === 'indices') return settled.has(String(keys[0]));
      return (
        (last === 'minItems' || last === 'maxItems') &&
        (resized.has(holder) || (holder.parent !== undefined && resized.has(holder.parent)))
      );
    },
  );
  const indices = indexChange(before, after, soundness);
  return { before, after, soundness, options, indices, widths, faults };
}

function indexChange(
  before: DocumentType,
  after: DocumentType,
  soundness: Soundness,
): IndexChange | undefined {
  const list = member(after.node, 'indices');
  const old = member(before.node, 'indices');
  if (list !== undefined && soundness.isRefusedAt(list)) return undefined;
  if (old === list || (old !== undefined && list !== undefined && canonicalText(old) === canonicalText(list)))
    return undefined;
  const registered = new Map(before.indices.map((index) => [index.label, canonicalText(index.node)]));
  const kept = new Set(after.indices.map(({ label }) => label));
  const fresh = after.indices.filter(({ label }) => !registered.has(label));
  const changed = after.indices.filter(
    ({ label, node }) => registered.has(label) && registered.get(label) !== canonicalText(node),
  );
  const removed = before.indices.filter(({ label }) => !kept.has(label));
  const summary = [
    ...fresh.map(({ label }) => `${label} is new`),
    ...changed.map(({ label }) => `${label} is changed`),
    ...removed.map(({ label }) => `${label} is gone`),
  ];
  // Malformed indices make no tree.
  const isTree = list === undefined || soundness.isSound(list);
  const path = isTree ? changedIndexPath(before.indices, after.indices) : undefined;
  return {
    path,
    isSameTree: isTree && path === undefined,
    summary: summary.length > 0 ? summary : ['their order is changed'],
    place: fresh[0]?.node ?? changed[0]?.node ?? list ?? after.node,
  };
}

/**
 * Byte arrays whose length was fixed and no longer is, or is another, or that get a fixed length.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/methods/validate_update` in dashpay/platform.
 */
function widthChanges(before: DocumentType, after: DocumentType): WidthChange[] {
  return [...listedFields(after.properties)].flatMap(({ path, schema, node }) => {
    const old = before.fields.get(path)?.schema;
    if (schema === undefined || old === undefined || !isByteArray(schema) || !isByteArray(old)) return [];
    const widths = { before: fixedWidth(old), after: fixedWidth(schema) };
    const place = member(schema, 'maxItems') ?? member(schema, 'minItems') ?? node;
    return widths.before === widths.after ? [] : [{ path, schema, place, ...widths }];
  });
}

const isByteArray = (schema: JsonNode): boolean => member(schema, 'byteArray')?.kind === 'boolean';

function fixedWidth(schema: JsonNode): bigint | undefined {
  const [least, most] = [integerOf(member(schema, 'minItems')), integerOf(member(schema, 'maxItems'))];
  return least === most ? most : undefined;
}
