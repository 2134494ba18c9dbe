import { buildContract, type Contract } from '../model/contract.js';
import { shapeOf, type Form } from '../model/shape.js';
import { LIMITS } from '../protocol/limits.js';
import { NEWEST_PROTOCOL, PROTOCOLS, type ProtocolRules } from '../protocol/protocol-rules.js';
import { readJson } from '../source/read-json.js';
import { readValue } from '../source/read-value.js';

/** How a contract and what belongs to it is read. */
export interface ContractOptions {
  /** 1 to 13; the newest when absent. */
  readonly protocolVersion?: number;
  /** What the contract is: a whole one, or only its document types; told apart by shape when absent. */
  readonly form?: Form;
}

/** A contract as it was read, or why it could not be. */
export type ContractReading =
  | { readonly contract: Contract; readonly protocol: ProtocolRules }
  | { readonly contract: undefined; readonly protocol: ProtocolRules; readonly reason: string };

/**
 * Reads a contract without checking it: JSON text, or the value that it stands for.
 *
 * @throws {RangeError} when the protocol version is unknown.
 */
export function readContract(input: unknown, options: ContractOptions): ContractReading {
  const { protocolVersion = NEWEST_PROTOCOL, form = 'auto' } = options;
  const protocol = PROTOCOLS.get(protocolVersion);
  if (protocol === undefined)
    throw new RangeError(
      `expected a protocol version from 1 to ${NEWEST_PROTOCOL}, found ${protocolVersion}`,
    );
  const refused = (reason: string): ContractReading => ({ contract: undefined, protocol, reason });
  const { root, fault, depth } = typeof input === 'string' ? readJson(input) : readValue(input);
  if (fault !== undefined)
    return refused(`expected a contract as JSON, found something else: ${fault.message}`);
  if (root?.kind !== 'object') return refused('expected a contract as an object, found something else');
  if (depth > LIMITS.jsonDepth) return refused(`expected at most ${LIMITS.jsonDepth} levels, found ${depth}`);
  const contract = buildContract(root, shapeOf(root, form), 'create', protocol);
  return contract.isOversized
    ? refused('expected a contract of a size that can be registered, found a far larger one')
    : { contract, protocol };
}
