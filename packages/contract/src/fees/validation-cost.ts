import type { DocumentType } from '../model/contract-model.js';
import { resolveReference } from '../model/reference.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { type JsonNode, getMember, asObject, getText } from '../source/json-node.js';

/**
 * Credits that the network charges for validating the schema of a document type.
 *
 * Source: `packages/rs-platform-version/src/version/fee/data_contract_validation` in dashpay/platform, the same in
 * every protocol version.
 */
const CREDITS = {
  documentType: 500n,
  value: 10n,
  property: 40n,
  plainIndex: { base: 50n, property: 30n },
  uniqueIndex: { base: 100n, property: 60n },
} as const;

/** Calculates the credits for validating a document type of an accepted contract. */
export function calculateValidationCredits(documentType: DocumentType): bigint {
  const indices = documentType.indices.map(({ unique, entries }) => {
    const { base, property } = unique ? CREDITS.uniqueIndex : CREDITS.plainIndex;
    return base + property * BigInt(entries.length);
  });
  return indices.reduce(
    (sum, credits) => sum + credits,
    CREDITS.documentType +
      CREDITS.value * BigInt(countSchemaValues(documentType)) +
      CREDITS.property * BigInt(asObject(documentType.propertiesNode)?.members.size ?? 0),
  );
}

/**
 * Counts the values in the schema of a document type as the platform does: the schema itself, members and elements,
 * with `$schema` and the definitions added and references resolved.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/schema` in dashpay/platform.
 */
function countSchemaValues({ node, contract }: DocumentType): number {
  const queue: JsonNode[] = [node];
  // The schema, and the $schema that the platform adds.
  let size = 2;
  if (contract.defsNode?.kind === 'object') {
    queue.push(contract.defsNode);
    size += 1;
  }
  const required = getMember(node, 'required');
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const inner = at.kind === 'object' ? [...at.members.values()] : at.kind === 'array' ? at.items : [];
    for (const value of inner) {
      // The platform removes the times that it fills in from this list before it counts.
      if (at === required && GENERATED_PROPERTIES.has(getText(value) ?? '')) continue;
      size += 1;
      const reference = at.kind === 'object' && value.key === '$ref' ? getText(value) : undefined;
      const next = reference === undefined ? value : resolveReference(reference, node, contract.defsNode);
      if (next?.kind === 'object' || next?.kind === 'array') queue.push(next);
    }
  }
  return size;
}
