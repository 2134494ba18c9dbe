import type { TextRange } from '../diagnostic/diagnostic.js';
import { isForeign, listSingleReferences } from '../model/document-reference.js';
import { buildContract, type Contract } from '../model/contract.js';
import { detectShape } from '../model/contract-shape.js';
import type { DocumentType } from '../model/contract-model.js';
import { readModeration } from '../model/moderation.js';
import { getProtocol } from '../protocol/protocol-versions.js';
import { asObject, getItems, getMember, type JsonNode } from '../source/json-node.js';
import type { LineIndex } from '../source/line-index.js';
import { readJson } from '../source/read-json.js';
import type { ValidateContractOptions } from '../check/validate-contract.js';

/** Locates the name of a document type in a text. */
export interface TypeName {
  readonly name: string;
  /** Range of the name with its quotes. */
  readonly range: TextRange;
  /** True where the type is defined; false where a reference or a rule names it. */
  readonly isDefinition: boolean;
}

/** Lists keywords whose expressions read totals of document types. */
const RULE_KEYWORDS = ['propertyConstraints', 'deleteConstraints', 'immutable', 'retractedWhen'] as const;
const TOTALS = ['countOf', 'sumOf'] as const;

/**
 * Finds the names of document types in a contract: where they are defined, in references, in rules that read totals, and in the
 * abilities of moderators. Names of types of other contracts are left out.
 *
 * @param text the contract as JSON text; one that is not JSON has no names.
 * @throws {InvalidOptionError} when `protocolVersion` is invalid.
 */
export function findTypeNames(
  text: string,
  { protocolVersion, form = 'auto' }: Pick<ValidateContractOptions, 'protocolVersion' | 'form'> = {},
): readonly TypeName[] {
  const protocol = getProtocol(protocolVersion);
  const { root, error, lines } = readJson(text, true);
  if (error !== undefined || root?.kind !== 'object' || lines === undefined) return [];
  const contract = buildContract(root, detectShape(root, form), 'create', protocol);
  if (contract.isBareType) return [];
  const names = [
    ...contract.documentTypes.map(({ node, name }) => createName(name, node, lines, true, true)),
    ...contract.documentTypes.flatMap(listNamingNodes).flatMap((node) => nameIn(node, lines)),
    ...listModeratedTypes(contract).map(([name, node]) => createName(name, node, lines, true, false)),
  ];
  return names.toSorted((a, b) => a.range.start.offset - b.range.start.offset);
}

function createName(
  name: string,
  node: JsonNode,
  lines: LineIndex,
  isKey: boolean,
  isDefinition: boolean,
): TypeName {
  const range = isKey ? lines.range(node.keyStart, node.keyEnd) : lines.range(node.start, node.end);
  return { name, range, isDefinition };
}

const nameIn = (node: JsonNode, lines: LineIndex): TypeName[] =>
  node.kind === 'string' ? [createName(node.value, node, lines, false, false)] : [];

/** Lists the values of a type that name document types of the contract. */
function listNamingNodes(type: DocumentType): JsonNode[] {
  const references = listSingleReferences(type)
    .filter((reference) => !isForeign(reference))
    .flatMap(({ node }) => getMember(node, 'documentType') ?? []);
  const totals = RULE_KEYWORDS.flatMap((keyword) => listTotals(getMember(type.node, keyword)));
  return [...references, ...totals];
}

/** Lists the names of types in totals, at any depth of an expression. */
function listTotals(node: JsonNode | undefined): JsonNode[] {
  const own = TOTALS.flatMap((name) => getItems(getMember(node, name)).slice(0, 1));
  const inner = [...getItems(node), ...(asObject(node)?.members.values() ?? [])];
  return [...own, ...inner.flatMap(listTotals)];
}

function listModeratedTypes(contract: Contract): [string, JsonNode][] {
  const moderators = readModeration(contract)?.moderators;
  return [...(asObject(getMember(moderators, 'moderatedDocumentTypes'))?.members ?? [])];
}
