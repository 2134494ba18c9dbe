import type { JsonNode } from '../source/json-node.js';
import type { Contract } from './contract.js';

/** Holds a group or a token with its position. */
export interface ContractEntry {
  readonly position: bigint;
  readonly node: JsonNode;
  readonly contract: Contract;
}
