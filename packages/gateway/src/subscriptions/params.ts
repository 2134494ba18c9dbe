import { isHash } from '@dapikit/chain';
import { excerpt, invalidParams } from '../json-rpc/json-rpc-error.js';
import type { Json, Params } from '../json-rpc/request.js';
import { meantOf } from '../json-rpc/method-not-found.js';
import { objectParams } from '../methods/params.js';

/** The params of a subscription as an object: none, or `null`, is an empty one. */
export function optionalParams(params: Params): { readonly [name: string]: Json } {
  return params.value === undefined || params.value === null ? {} : objectParams(params);
}

/**
 * Refuses members that are none of a subscription: who misspells `fromHeight` misses blocks.
 * @throws {JsonRpcError} -32602
 */
export function refuseOthers(params: Params, names: readonly string[]): void {
  const unknown = Object.keys(optionalParams(params)).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const mend = meantOf(unknown, names);
  throw invalidParams(`params has no property '${String(excerpt(unknown))}'`, {
    reason: 'invalid-params',
    expected: `one of ${names.join(', ')}`,
    found: excerpt(unknown),
    at: '/params',
    ...(mend !== undefined && { mend }),
  });
}

/**
 * The member `name`, a hash in display order; `undefined` where it is not there.
 * @throws {JsonRpcError} -32602 for anything else.
 */
export function hashParam(params: Params, name: string): string | undefined {
  const value = memberOf(params, name);
  if (value === undefined || (typeof value === 'string' && isHash(value))) return value;
  throw invalidParam(name, 'a hash: 64 lower-case hexadecimal digits', value);
}

/**
 * The member `name`, one of `values`; `undefined` where it is not there.
 * @throws {JsonRpcError} -32602 for anything else.
 */
export function choiceParam<T extends string>(
  params: Params,
  name: string,
  values: readonly T[],
): T | undefined {
  const value = memberOf(params, name);
  if (value === undefined) return undefined;
  const choice = values.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw invalidParam(name, `one of ${values.join(', ')}`, value);
}

/**
 * The member `name`, a height written with digits only; `undefined` where it is not there.
 * @throws {JsonRpcError} -32602 for anything else.
 */
export function heightParam(params: Params, name: string): number | undefined {
  const value = memberOf(params, name);
  if (value === undefined) return undefined;
  const source = params.source(name) ?? '';
  if (HEIGHT.test(source)) return Number(source);
  throw invalidParam(name, 'a height: an integer from 0, written with digits only', value);
}

const HEIGHT = /^\d{1,10}$/;

function memberOf(params: Params, name: string): Json | undefined {
  const object = optionalParams(params);
  if (!Object.hasOwn(object, name)) return undefined;
  // To be given twice is a mistake.
  params.source(name);
  return object[name];
}

function invalidParam(name: string, expected: string, found: Json): Error {
  return invalidParams(`params/${name} must be ${expected}`, {
    reason: 'invalid-params',
    expected,
    found: excerpt(found),
    at: `/params/${name}`,
  });
}
