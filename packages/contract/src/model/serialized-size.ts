import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { type JsonNode, itemsOf, member, textOf } from '../source/json-node.js';
import { CONFIG_DEFAULTS, CONFIG_KEY_OPTIONS } from './config.js';
import type { ContractFrame, UnmeasuredContract } from './contract-frame.js';
import { identifierBytes } from './identifier.js';
import { mapBytes, numberBytes, textBytes, valueBytes, varintBytes } from './value-bytes.js';

/** Bytes of a create transition around the contract, the signature included. */
const TRANSITION_BYTES = 71;
const IDENTIFIER_BYTES = 32;

/**
 * About how many bytes a map of groups or tokens takes: the values that are there, without the names of fields, which
 * are not stored. Fields that are absent are stored with their defaults, a byte or so each, and are not counted.
 */
function entriesBytes(node: JsonNode | undefined): number {
  switch (node?.kind) {
    case undefined:
    case 'null':
    case 'boolean':
      return 1;
    case 'string':
      return identifierBytes(node.value) === undefined ? textBytes(node.value) : IDENTIFIER_BYTES;
    case 'number':
      return numberBytes(node.integer, false);
    case 'array':
      return node.items.reduce((sum, item) => sum + entriesBytes(item), 1);
    default:
      return mapBytes(node, (name, value) => keyBytes(name) + entriesBytes(value));
  }
}

/** Bytes of a key of a map; none for the name of a field. */
function keyBytes(name: string): number {
  if (identifierBytes(name) !== undefined) return IDENTIFIER_BYTES;
  if (/^\d{1,20}$/.test(name)) return varintBytes(BigInt(name));
  return /^(?:[a-z]{2,3}|.*-.*)$/.test(name) ? textBytes(name) : 0;
}

/**
 * Bytes of the signed state transition that registers a contract, as the official libraries build it from JSON: exact
 * for document types, within some dozens of bytes for tokens.
 */
export function signedTransitionBytes({ bytes }: ContractFrame): number {
  return bytes + TRANSITION_BYTES;
}

const option = (node: JsonNode | undefined, bytes: (present: JsonNode) => number): number =>
  node === undefined || node.kind === 'null' ? 1 : 1 + bytes(node);

const schemas = (node: JsonNode | undefined, isSigned: boolean): number =>
  mapBytes(node, (name, value) => textBytes(name) + valueBytes(value, isSigned));

const text = (node: JsonNode): number => textBytes(textOf(node) ?? '');

/** Bytes of a contract as the platform stores it. */
export function serializedBytes(contract: UnmeasuredContract, protocol: ProtocolRules): number {
  const { root, shape, config, tokensRead } = contract;
  const keyOptions = CONFIG_KEY_OPTIONS.map((name) =>
    option(
      member(contract.configNode, name) ?? (shape === 'specification' ? member(root, name) : undefined),
      () => 1,
    ),
  );
  const configBytes =
    1 +
    Object.keys(CONFIG_DEFAULTS).length +
    keyOptions.reduce((a, b) => a + b, 0) +
    (config.format === '0' ? 0 : 1);
  const isSigned = shape !== 'official';
  const version = member(root, 'version');
  let sum =
    1 +
    2 * IDENTIFIER_BYTES +
    configBytes +
    (version?.kind === 'number' ? numberBytes(version.integer, false) : 1) +
    option(contract.defsNode, (definitions) => schemas(definitions, isSigned)) +
    schemas(contract.documentsNode, isSigned);
  const isSecondFormat = (contract.format ?? protocol.contractFormats.at(-1)) !== '0';
  if (!isSecondFormat) return sum;
  const times = 6;
  sum += times;
  sum += tokensRead ? entriesBytes(member(root, 'groups')) + entriesBytes(member(root, 'tokens')) : 2;
  if (!tokensRead) return sum + 2;
  const keywords = itemsOf(member(root, 'keywords'));
  return (
    sum +
    keywords.reduce((total, node) => total + text(node), varintBytes(keywords.length)) +
    option(member(root, 'description'), text)
  );
}
