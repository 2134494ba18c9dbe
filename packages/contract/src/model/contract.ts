import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { type JsonNode, member, type ObjectNode, objectOf, textOf } from '../source/json-node.js';
import { readConfig } from './config.js';
import type {
  ContractFrame,
  ContractShape,
  RegistrationTerms,
  Transition,
  UnmeasuredContract,
} from './contract-frame.js';
import { buildDocumentType, type DocumentType } from './document-type.js';
import { formatTag } from './format-tag.js';
import { serializedBytes } from './serialized-size.js';

/** A contract as the rules see it. */
export interface Contract extends ContractFrame {
  readonly documentTypes: readonly DocumentType[];
}

/** The key of a map of tokens or groups as a position, or nothing when it is none. */
export function positionKey(key: string): bigint | undefined {
  return /^\+?\d{1,40}$/.test(key) && BigInt(key.replace('+', '')) <= 65_535n
    ? BigInt(key.replace('+', ''))
    : undefined;
}

/** Reads a contract out of a JSON object. */
export function buildContract(
  root: ObjectNode,
  shape: ContractShape,
  transition: Transition,
  protocol: ProtocolRules,
  terms: RegistrationTerms = { network: 'mainnet', identityNonce: undefined },
): Contract {
  const documentsNode =
    shape === 'documents' ? root : member(root, shape === 'official' ? 'documentSchemas' : 'documents');
  const isBareType =
    shape === 'documents' && textOf(member(root, 'type')) === 'object' && root.members.has('properties');
  const defsNode =
    shape === 'documents' ? undefined : member(root, shape === 'official' ? 'schemaDefs' : '$defs');
  const configNode = shape === 'documents' ? undefined : member(root, 'config');
  const config = readConfig(shape === 'specification' ? [root, configNode] : [configNode], protocol);
  const format = shape === 'official' ? textOf(formatTag(root)) : protocol.contractFormats.at(-1);
  const tokensRead = protocol.tokens && format !== '0' && shape !== 'documents';
  const unmeasured: UnmeasuredContract = {
    root,
    shape,
    transition,
    terms,
    documentsNode,
    isBareType,
    defsNode,
    parsed: new Set(),
    configNode,
    config,
    format,
    tokensRead,
    tokenPositions: tokensRead ? positionsOf(member(root, 'tokens')) : new Set<bigint>(),
    groupPositions: tokensRead ? positionsOf(member(root, 'groups')) : new Set<bigint>(),
  };
  const bytes = serializedBytes(unmeasured, protocol);
  const contract: ContractFrame = { ...unmeasured, bytes, isOversized: bytes > 2 * LIMITS.transitionBytes };
  const documentTypes: DocumentType[] = [];
  for (const [name, node] of isBareType ? [] : (objectOf(documentsNode)?.members ?? [])) {
    if (node.kind === 'object') documentTypes.push(buildDocumentType(name, node, contract));
  }
  return { ...contract, documentTypes };
}

function positionsOf(node: JsonNode | undefined): Set<bigint> {
  const keys = [...(objectOf(node)?.members.keys() ?? [])].map(positionKey);
  return new Set(keys.filter((key) => key !== undefined));
}
