import { excerpt, invalidParams } from '../json-rpc/json-rpc-error.js';
import type { Json, Params } from '../json-rpc/request.js';

/**
 * The params as an object.
 * @throws {JsonRpcError} -32602 `params must be object`
 */
export function objectParams({ value }: Params): { readonly [name: string]: Json } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalidParams('params must be object', {
    reason: 'invalid-params',
    expected: 'an object',
    found: excerpt(value),
    at: '/params',
  });
}

/**
 * The member `name` of the params.
 * @throws {JsonRpcError} -32602 `params must have required property '…'`
 */
export function requiredMember(params: { readonly [name: string]: Json }, name: string): Json {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (value !== undefined) return value;
  throw invalidParams(`params must have required property '${name}'`, {
    reason: 'invalid-params',
    expected: `the member ${name}`,
    found: Object.keys(params).length === 0 ? 'an empty object' : 'an object without it',
    at: '/params',
  });
}
