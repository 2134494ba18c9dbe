import type { DevChain } from '@dapikit/chain';
import type { ExactJson } from '../../base/messages/exact-json.js';
import type { Json } from '../../base/messages/json.js';
import { HASH_SCHEMA, type JsonSchema } from '../../base/method/method-docs.js';
import { readValues } from '../../base/params/named-params.js';
import type { ParamTable, Values } from '../../base/params/param.js';

/** Describes one way in which a control says no. */
export interface ControlRejection {
  /** `data.reason` of the error object. */
  readonly reason: string;
  readonly when: string;
}

/** Documents a control of the development chain. */
export interface ControlDocs {
  readonly name: string;
  readonly summary: string;
  /** Changed state in words, or that it changes nothing. */
  readonly changes: string;
  /** The same done to a `chain` in a program, with the params by their names: an expression of what `@dapikit/chain` exports. */
  readonly inProgram: string;
  readonly params: ParamTable;
  readonly result: JsonSchema;
  readonly rejections: readonly ControlRejection[];
  /** Returns the params of a call that succeeds on the given chain, which it may prepare for that. */
  readonly example: (chain: DevChain) => Json | undefined;
}

/** Describes a control of the development chain: its documentation, and how it is called. */
export interface Control extends ControlDocs {
  /**
   * Calls the control. @param signal aborted when the caller is gone
   * @throws {JsonRpcError} -32602 when the params are not those of the control; what the chain throws
   */
  call(params: ExactJson | undefined, chain: DevChain, signal?: AbortSignal): unknown;
}

/** Defines a control from its documentation, and what it does with its parameters. */
export function defineControl<const P extends ParamTable>(
  control: Omit<ControlDocs, 'params' | 'example' | 'rejections'> & {
    readonly params: P;
    readonly rejections?: readonly ControlRejection[];
    readonly example?: ControlDocs['example'];
    readonly run: (values: Values<P>, chain: DevChain, signal?: AbortSignal) => unknown;
  },
): Control {
  const { run, rejections = [], example = () => undefined, ...docs } = control;
  return {
    ...docs,
    rejections,
    example,
    call: (params, chain, signal) => run(readValues(docs.params, params), chain, signal),
  };
}

/** Defines the schema of the locks that a control dropped. */
export const DROPPED_LOCKS: JsonSchema = {
  type: 'object',
  description: 'the dropped locks, which would have prevented the change',
  properties: {
    chainLock: {
      description: 'the highest dropped ChainLock, or null',
      type: ['object', 'null'],
      properties: { hash: HASH_SCHEMA, height: { type: 'integer' }, signature: { type: 'string' } },
      required: ['hash', 'height', 'signature'],
    },
    instantLocks: {
      description: 'the ids of the transactions whose InstantSend locks were dropped',
      type: 'array',
      items: HASH_SCHEMA,
    },
  },
  required: ['chainLock', 'instantLocks'],
};

/** Defines the result of a control that has nothing to say. */
export const DONE: JsonSchema = { type: 'null' };

/** Defines the result of a control that pays by a transaction in a block of its own. */
export const PAYMENT: JsonSchema = {
  type: 'object',
  properties: { txid: HASH_SCHEMA, blockHash: HASH_SCHEMA },
  required: ['txid', 'blockHash'],
};
