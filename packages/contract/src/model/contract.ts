import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { type JsonNode, getMember, type ObjectNode, asObject, getText } from '../source/json-node.js';
import { readConfig } from './config.js';
import type {
  ContractFrame,
  ContractShape,
  RegistrationOptions,
  Transition,
  UnmeasuredContract,
  DocumentType,
} from './contract-model.js';
import { buildDocumentType } from './document-type.js';
import { getFormatTag } from './format-tag.js';
import { countContractBytes } from './serialized-size.js';
import { expandShorthands } from './shorthands.js';

/** Holds a contract as the rules see it. */
export interface Contract extends ContractFrame {
  readonly documentTypes: readonly DocumentType[];
}

/** Parses the key of a map of tokens or groups; returns undefined if it is no position. */
export function parsePosition(key: string): bigint | undefined {
  const position = /^\+?\d{1,40}$/.test(key) ? BigInt(key.replace('+', '')) : undefined;
  return position !== undefined && position <= 65_535n ? position : undefined;
}

/** Names a document type without a name, so that its rules run. */
const BARE_TYPE_NAME = 'document';

/** Builds a contract from a JSON object. */
export function buildContract(
  root: ObjectNode,
  shape: ContractShape,
  transition: Transition,
  protocol: ProtocolRules,
  registration: RegistrationOptions = { network: 'mainnet', identityNonce: undefined, others: [] },
): Contract {
  const documentsNode =
    shape === 'documents' ? root : getMember(root, shape === 'official' ? 'documentSchemas' : 'documents');
  const isBareType =
    shape === 'documents' && getText(getMember(root, 'type')) === 'object' && root.members.has('properties');
  const defsNode =
    shape === 'documents' ? undefined : getMember(root, shape === 'official' ? 'schemaDefs' : '$defs');
  const configNode = shape === 'documents' ? undefined : getMember(root, 'config');
  const format = shape === 'official' ? getText(getFormatTag(root)) : protocol.contractFormats.at(-1);
  const config = readConfig(shape === 'specification' ? [root, configNode] : [configNode], protocol, format);
  const readsTokens = protocol.tokens && format !== '0' && shape !== 'documents';
  const unmeasured: UnmeasuredContract = {
    root,
    shape,
    transition,
    registration,
    documentsNode,
    isBareType,
    defsNode,
    parsed: new Set(),
    indexed: new Set(),
    configNode,
    config,
    format,
    readsTokens,
    tokenPositions: readsTokens ? readPositions(getMember(root, 'tokens')) : new Set<bigint>(),
    groupPositions: readsTokens ? readPositions(getMember(root, 'groups')) : new Set<bigint>(),
  };
  const bytes = countContractBytes(unmeasured, protocol);
  const types = isBareType ? [root] : (asObject(documentsNode)?.members.values() ?? []);
  const shorthandProblems = protocol.shorthands ? expandShorthands(types, defsNode) : [];
  const documentTypes: DocumentType[] = [];
  const contract: Contract = Object.assign(unmeasured, {
    bytes,
    longBytes: protocol.shorthands ? countContractBytes(unmeasured, protocol) : bytes,
    shorthandProblems,
    isOversized: bytes > 2 * LIMITS.transitionBytes,
    documentTypes,
  });
  const entries = isBareType ? [[BARE_TYPE_NAME, root] as const] : (asObject(documentsNode)?.members ?? []);
  for (const [name, node] of entries) {
    if (node.kind === 'object') documentTypes.push(buildDocumentType(name, node, contract));
  }
  return contract;
}

function readPositions(node: JsonNode | undefined): Set<bigint> {
  const positions = new Set<bigint>();
  for (const key of asObject(node)?.members.keys() ?? []) {
    const position = parsePosition(key);
    if (position !== undefined) positions.add(position);
  }
  return positions;
}
