import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { type JsonNode, getItems, getMember, getText } from '../source/json-node.js';
import { DEFAULT_CONFIG, CONFIG_KEY_OPTIONS } from './config.js';
import type { ContractFrame, UnmeasuredContract } from './contract-model.js';
import { decodeIdentifier } from './identifier.js';
import {
  countMapBytes,
  countNumberBytes,
  countTextBytes,
  countValueBytes,
  countVarintBytes,
} from './value-bytes.js';

/** Size of a create transition without the contract, with the signature. */
const TRANSITION_BYTES = 71;
const IDENTIFIER_BYTES = 32;

/**
 * Estimates the size of a map of groups or tokens: its values without the names of fields, which are not stored.
 * Absent fields are stored with their defaults, a byte or so each, and are not counted.
 */
function countEntriesBytes(node: JsonNode | undefined): number {
  switch (node?.kind) {
    case undefined:
    case 'null':
    case 'boolean':
      return 1;
    case 'string':
      return decodeIdentifier(node.value) === undefined ? countTextBytes(node.value) : IDENTIFIER_BYTES;
    case 'number':
      return countNumberBytes(node.integer, false);
    case 'array':
      return node.items.reduce((sum, item) => sum + countEntriesBytes(item), 1);
    default:
      return countMapBytes(node, (name, value) => countKeyBytes(name) + countEntriesBytes(value));
  }
}

/** Counts the bytes of a key of a map; 0 for the name of a field. */
function countKeyBytes(name: string): number {
  if (decodeIdentifier(name) !== undefined) return IDENTIFIER_BYTES;
  if (/^\d{1,20}$/.test(name)) return countVarintBytes(BigInt(name));
  return /^(?:[a-z]{2,3}|.*-.*)$/.test(name) ? countTextBytes(name) : 0;
}

/**
 * Counts the bytes of the signed state transition that registers a contract, as the official libraries build it from
 * JSON: exact for document types, within some dozens of bytes for tokens.
 */
export function countTransitionBytes({ bytes }: ContractFrame): number {
  return bytes + TRANSITION_BYTES;
}

const countOptionBytes = (node: JsonNode | undefined, bytes: (present: JsonNode) => number): number =>
  node === undefined || node.kind === 'null' ? 1 : 1 + bytes(node);

const countSchemasBytes = (node: JsonNode | undefined, isSigned: boolean): number =>
  countMapBytes(node, (name, value) => countTextBytes(name) + countValueBytes(value, isSigned));

const countStringBytes = (node: JsonNode): number => countTextBytes(getText(node) ?? '');

/** Counts the bytes of a contract as the platform stores it. */
export function countContractBytes(contract: UnmeasuredContract, protocol: ProtocolRules): number {
  const { root, shape, config, readsTokens } = contract;
  const keyOptions = CONFIG_KEY_OPTIONS.map((name) =>
    countOptionBytes(
      getMember(contract.configNode, name) ?? (shape === 'specification' ? getMember(root, name) : undefined),
      () => 1,
    ),
  );
  const configBytes =
    1 +
    Object.keys(DEFAULT_CONFIG).length +
    keyOptions.reduce((a, b) => a + b, 0) +
    (config.format === '0' ? 0 : 1);
  const isSigned = shape !== 'official';
  const version = getMember(root, 'version');
  let sum =
    1 +
    2 * IDENTIFIER_BYTES +
    configBytes +
    (version?.kind === 'number' ? countNumberBytes(version.integer, false) : 1) +
    countOptionBytes(contract.defsNode, (definitions) => countSchemasBytes(definitions, isSigned)) +
    countSchemasBytes(contract.documentsNode, isSigned);
  const isSecondFormat = (contract.format ?? protocol.contractFormats.at(-1)) !== '0';
  if (!isSecondFormat) return sum;
  const times = 6;
  sum += times;
  sum += readsTokens
    ? countEntriesBytes(getMember(root, 'groups')) + countEntriesBytes(getMember(root, 'tokens'))
    : 2;
  if (!readsTokens) return sum + 2;
  const keywords = getItems(getMember(root, 'keywords'));
  return (
    sum +
    keywords.reduce((total, node) => total + countStringBytes(node), countVarintBytes(keywords.length)) +
    countOptionBytes(getMember(root, 'description'), countStringBytes)
  );
}
