import type { DocumentType } from '../model/contract-model.js';
import { findMetaErrors } from '../meta/check-meta-schema.js';
import type { MetaError } from '../meta/meta-findings.js';
import { documentMetaSchema, type MetaSchema } from '../meta/meta-schema.js';
import {
  EXTENDED_INDEX_KEYWORDS,
  EXTENDED_PROPERTY_KEYWORDS,
  EXTENDED_TYPE_KEYWORDS,
} from '../protocol/keywords.js';
import { getMember, getText, type JsonNode } from '../source/json-node.js';
import type { Report } from './rule.js';
import { suggestName } from './suggest-name.js';

/** Lists keywords of aggregates that have rules of their own and are judged here where these are silent. */
export const AGGREGATES = ['summable', 'averageable', 'documentsSummable', 'documentsAverageable'];

const JUDGED_KEYWORDS: ReadonlySet<string> = new Set([
  ...EXTENDED_TYPE_KEYWORDS,
  ...EXTENDED_PROPERTY_KEYWORDS,
  ...EXTENDED_INDEX_KEYWORDS,
  ...AGGREGATES,
]);

const errorsOfTypes = new WeakMap<DocumentType, readonly MetaError[]>();

/** Finds what document meta-schema v3 rejects in a document type and in the definitions of its contract. */
export function findTypeErrors(type: DocumentType): readonly MetaError[] {
  const known = errorsOfTypes.get(type);
  if (known !== undefined) return known;
  const found = type.contract.isOversized ? [] : findAllErrors(type);
  errorsOfTypes.set(type, found);
  return found;
}

function findAllErrors({ node, contract }: DocumentType): readonly MetaError[] {
  // The platform adds `$schema` and the definitions.
  const { required = [], properties = {}, ...meta } = documentMetaSchema();
  const schema = { ...meta, properties, required: required.filter((name) => name !== '$schema') };
  const definitions: MetaSchema = properties['$defs'] ?? true;
  return [
    ...findMetaErrors(schema, node, JUDGED_KEYWORDS),
    ...(contract.defsNode?.kind === 'object'
      ? findMetaErrors(definitions, contract.defsNode, JUDGED_KEYWORDS)
      : []),
  ];
}

/** Names the keyword that an error is about: that of the list, where a list lacks its members. */
export function keywordOf({ keyword, node }: MetaError): string | undefined {
  const isList = getText(getMember(node, 'type')) === 'array' && getMember(node, 'byteArray') === undefined;
  return keyword ?? (isList && node.parent?.key === 'properties' ? 'items' : undefined);
}

/** Reports an error of the meta-schema; `unless` names a node whose rejection explains it. */
export function reportError(
  { node, message, isAtName, names }: MetaError,
  report: Report,
  unless?: JsonNode,
): void {
  report(node, {
    message,
    isAtName,
    ...(names === undefined ? {} : suggestName(String(node.key), names)),
    ...(unless === undefined ? {} : { unlessRejected: unless }),
  });
}
