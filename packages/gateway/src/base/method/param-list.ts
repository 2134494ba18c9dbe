import { ERROR_CODES, excerpt, invalidParams } from '../messages/json-rpc-error.js';
import type { Params } from '../messages/request.js';
import type { DocumentedError, JsonSchema } from './method-docs.js';

/** Describes the params of a method: their schema, their check and their TypeScript type in one definition. */
export interface ParamList<T> {
  /** The schema of the whole `params`; `undefined` where the method takes none. */
  readonly schema: JsonSchema | undefined;
  /** Reads params. @throws {JsonRpcError} -32602 when they are not accepted */
  readonly read: (params: Params) => T;
}

/** Defines the params of a method without any: members and elements are ignored, scalars rejected (JSON-RPC 2.0, section 4.2). */
export const NO_PARAMS: ParamList<undefined> = {
  schema: undefined,
  read: ({ value }) => {
    if (typeof value === 'object' || value === undefined) return undefined;
    throw invalidParams('params must be object', {
      reason: 'invalid-params',
      expected: 'an object',
      found: excerpt(value),
      at: '/params',
    });
  },
};

/** Defines the error of a method without params for those that are a scalar. */
export const SCALAR_PARAMS_ERROR: DocumentedError = {
  code: ERROR_CODES.invalidParams,
  reason: 'invalid-params',
  when: 'params is a number, a boolean or a string',
};
