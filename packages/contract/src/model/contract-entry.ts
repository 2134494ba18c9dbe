import type { JsonNode } from '../source/json-node.js';
import type { Contract } from './contract.js';

/** A group or a token, under its position. */
export interface ContractEntry {
  readonly position: bigint;
  readonly node: JsonNode;
  readonly contract: Contract;
}
