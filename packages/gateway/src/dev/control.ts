import type { DevChain } from '@dapikit/chain';
import type { Json } from '../json-rpc/request.js';
import { HASH_SCHEMA, type JsonSchema } from '../methods/method.js';
import { readValues, type Param, type Values } from './param.js';

/** One way in which a control says no. */
export interface ControlRefusal {
  /** `data.reason` of the error object. */
  readonly reason: string;
  readonly when: string;
}

/** What is said of a control of the development chain. */
export interface ControlDocs {
  readonly name: string;
  readonly summary: string;
  /** What it changes, or that it changes nothing. */
  readonly changes: string;
  /** The same done to a `chain` in a program, with the params by their names: an expression of what `@dapikit/chain` exports. */
  readonly inProgram: string;
  readonly params: Readonly<Record<string, Param<unknown>>>;
  readonly result: JsonSchema;
  readonly refusals: readonly ControlRefusal[];
  /** The params of a call that succeeds on the chain given, which it may prepare for that. */
  readonly example: (chain: DevChain) => Json | undefined;
}

/** A control of the development chain: its documentation, and how it is called. */
export interface Control extends ControlDocs {
  /**
   * @param signal is aborted when the caller is gone
   * @throws {JsonRpcError} -32602 when the params are not those of the control; what the chain throws
   */
  call(params: Json | undefined, chain: DevChain, signal?: AbortSignal): unknown;
}

/** A control from its documentation, and what it does with its parameters. */
export function defineControl<const P extends Readonly<Record<string, Param<unknown>>>>(
  control: Omit<ControlDocs, 'params' | 'example' | 'refusals'> & {
    readonly params: P;
    readonly refusals?: readonly ControlRefusal[];
    readonly example?: ControlDocs['example'];
    readonly run: (values: Values<P>, chain: DevChain, signal?: AbortSignal) => unknown;
  },
): Control {
  const { run, refusals = [], example = () => undefined, ...docs } = control;
  return {
    ...docs,
    refusals,
    example,
    call: (params, chain, signal) => run(readParams(docs.params, params), chain, signal),
  };
}

function readParams<P extends Readonly<Record<string, Param<unknown>>>>(
  params: P,
  given: Json | undefined,
): Values<P> {
  const values = readValues(params, given);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was read by the parameter of its name
  return values as Values<P>;
}

/** The result of a control that has nothing to say. */
export const DONE: JsonSchema = { type: 'null' };

/** The result of a control that pays by a transaction in a block of its own. */
export const PAYMENT: JsonSchema = {
  type: 'object',
  properties: { txid: HASH_SCHEMA, blockHash: HASH_SCHEMA },
  required: ['txid', 'blockHash'],
};
