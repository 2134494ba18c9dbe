import { buildContract, type Contract } from '../model/contract.js';
import { detectShape, type Form } from '../model/contract-shape.js';
import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getProtocol } from '../protocol/protocol-versions.js';
import { readJson } from '../source/read-json.js';
import { readValue } from '../source/read-value.js';

/** Configures how a contract and its parts are read. */
export interface ContractOptions {
  /** One of `PROTOCOL_VERSIONS`; the newest released one when absent. */
  readonly protocolVersion?: number;
  /** Form of the contract: a whole one, or only its document types; detected when absent. */
  readonly form?: Form;
}

/** Holds a contract that was read, or why it could not be. */
export type ContractReading =
  | { readonly contract: Contract; readonly protocol: ProtocolRules }
  | { readonly contract: undefined; readonly protocol: ProtocolRules; readonly reason: string };

/**
 * Reads a contract without checking it: JSON text, or a JSON value.
 *
 * @throws {InvalidOptionError} when the protocol version is unknown.
 */
export function readContract(input: unknown, options: ContractOptions): ContractReading {
  const { protocolVersion, form = 'auto' } = options;
  const protocol = getProtocol(protocolVersion);
  const rejected = (reason: string): ContractReading => ({ contract: undefined, protocol, reason });
  const { root, error, depth } = typeof input === 'string' ? readJson(input) : readValue(input);
  if (error !== undefined) return rejected(`the contract is not JSON: ${error.message}`);
  if (root?.kind !== 'object') return rejected('the contract is not an object');
  if (depth > LIMITS.jsonDepth)
    return rejected(`the contract has ${depth} levels of nesting: the maximum is ${LIMITS.jsonDepth}`);
  const contract = buildContract(root, detectShape(root, form), 'create', protocol);
  return contract.isOversized
    ? rejected('the contract is far too large to register')
    : { contract, protocol };
}
