import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { type JsonNode, itemsOf, member, objectOf, textOf } from '../source/json-node.js';
import { CONFIG_DEFAULTS, CONFIG_KEY_OPTIONS } from './config.js';
import type { Contract } from './contract.js';
import { identifierBytes } from './identifier.js';

/** Bytes of a create transition around the contract, the signature included. */
const TRANSITION_BYTES = 71;
const IDENTIFIER_BYTES = 32;

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** Bytes of an unsigned integer as the platform writes it. */
export function varintBytes(value: bigint): number {
  if (value < 251n) return 1;
  if (value < 0x1_0000n) return 3;
  if (value < 0x1_0000_0000n) return 5;
  return value < 0x1_0000_0000_0000_0000n ? 9 : 17;
}

const textBytes = (text: string): number => {
  const bytes = utf8Bytes(text);
  return varintBytes(BigInt(bytes)) + bytes;
};

/**
 * Bytes of a JSON value as the platform stores it: a tag, and what the tag announces.
 *
 * @param isSigned whether integers from 0 are stored as signed ones, too: so does the constructor of the official
 * library, while its `fromJSON` stores them unsigned.
 */
function valueBytes(node: JsonNode, isSigned: boolean): number {
  switch (node.kind) {
    case 'null':
      return 1;
    case 'boolean':
      return 2;
    case 'string':
      return 1 + textBytes(node.value);
    case 'number':
      return 1 + numberBytes(node.integer, isSigned);
    case 'array':
      return node.items.reduce(
        (sum, item) => sum + valueBytes(item, isSigned),
        1 + varintBytes(BigInt(node.items.length)),
      );
    default:
      return mapBytes(node, (name, value) => 1 + textBytes(name) + valueBytes(value, isSigned)) + 1;
  }
}

function numberBytes(integer: bigint | undefined, isSigned: boolean): number {
  if (integer === undefined || integer >= 2n ** 64n || integer < -(2n ** 63n)) return 8;
  if (integer < 0n) return varintBytes(-integer * 2n - 1n);
  return varintBytes(isSigned && integer < 2n ** 63n ? integer * 2n : integer);
}

function mapBytes(node: JsonNode | undefined, entry: (name: string, value: JsonNode) => number): number {
  const members = objectOf(node)?.members ?? new Map<string, JsonNode>();
  let sum = varintBytes(BigInt(members.size));
  for (const [name, value] of members) sum += entry(name, value);
  return sum;
}

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
export function signedTransitionBytes(contract: Contract, protocol: ProtocolRules): number {
  return serializedBytes(contract, protocol) + TRANSITION_BYTES;
}

const option = (node: JsonNode | undefined, bytes: (present: JsonNode) => number): number =>
  node === undefined || node.kind === 'null' ? 1 : 1 + bytes(node);

const schemas = (node: JsonNode | undefined, isSigned: boolean): number =>
  mapBytes(node, (name, value) => textBytes(name) + valueBytes(value, isSigned));

const text = (node: JsonNode): number => textBytes(textOf(node) ?? '');

/** Bytes of a contract as the platform stores it. */
export function serializedBytes(contract: Contract, protocol: ProtocolRules): number {
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
    keywords.reduce((total, node) => total + text(node), varintBytes(BigInt(keywords.length))) +
    option(member(root, 'description'), text)
  );
}
