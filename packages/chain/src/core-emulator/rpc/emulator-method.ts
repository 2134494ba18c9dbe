import type { Eventually } from '../../layer1/eventually.js';
import type { EmulatedNode } from './emulated-node.js';
import type { RpcParams } from './rpc-params.js';

/** Describes the headings under which Dash Core lists its methods. */
export type EmulatorCategory =
  | 'Addressindex'
  | 'Blockchain'
  | 'Control'
  | 'Dash'
  | 'Evo'
  | 'Generating'
  | 'Hidden'
  | 'Mining'
  | 'Network'
  | 'Rawtransactions'
  | 'Util'
  | 'Zmq';

/** Describes a param of a method. */
export interface EmulatorParam {
  /** As it is named in calls by name. */
  readonly name: string;
  /** Other names that calls by name can use; the first one that a call has counts. */
  readonly aliases?: readonly string[];
  readonly type: 'boolean' | 'json array' | 'json object' | 'numeric' | 'numeric or string' | 'string';
  readonly isOptional?: true;
  readonly about: string;
  /** An array or object as Dash Core shows it in the first line of a help text, such as `["txid",...]`. */
  readonly shape?: string;
}

/**
 * Describes a method of a node's RPC server: how it is called, what it answers, and how that differs from Dash Core's.
 */
export interface EmulatorMethod {
  /** Such as `getblock`, or `protx diff` for one of several under a name. */
  readonly name: string;
  readonly category: EmulatorCategory;
  /** Summary of the response or the effect. */
  readonly summary: string;
  readonly params: readonly EmulatorParam[];
  /** Difference from Dash Core 23.1.2; left out where there is none. */
  readonly difference?: string;
  /**
   * Returns the result of a call, with amounts as `Amount`.
   * @throws {NodeRejectionError} with Dash Core's code and message (or rejects with it)
   */
  answer(node: EmulatedNode, params: RpcParams): Eventually<unknown>;
}
