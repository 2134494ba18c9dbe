import { excerpt, invalidParams, JsonRpcError } from '../messages/json-rpc-error.js';
import { meantOf } from '../messages/method-not-found.js';
import type { ExactJson } from '../messages/exact-json.js';
import type { Params } from '../messages/request.js';
import type { SourceText } from '../messages/json.js';
import type { JsonSchema } from '../method/method-docs.js';
import type { ParamList } from '../method/param-list.js';
import { isMismatch, type Mismatch } from './mismatch.js';
import type { Param, ParamTable, Values } from './param.js';

/** Lists the options of reading params by name. */
export interface NamedOptions {
  /** Ignores members that are no parameters, as the official gateway does; otherwise they are rejected. */
  readonly ignoresOthers?: true;
}

/**
 * Defines params by name: an object. Absent params and `null` are an empty one where no parameter is required. A parameter that
 * is written twice is rejected.
 */
export function namedParams<const P extends ParamTable>(
  table: P,
  { ignoresOthers }: NamedOptions = {},
): ParamList<Values<P>> {
  const schema = paramsSchema(table);
  const entries = Object.entries(table);
  const isRequired = entries.some(([, one]) => one.isRequired);
  return {
    schema: ignoresOthers && schema ? { ...schema, additionalProperties: true } : schema,
    read: (params) => {
      const given = params.value === null && !isRequired ? undefined : params.value;
      if (given === undefined && isRequired) throw notAnObject(given);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parameter of its name read each value
      return readMembers(entries, given, ignoresOthers === true, params) as Values<P>;
    },
  };
}

/**
 * Reads the values of parameters.
 * @throws {JsonRpcError} -32602 when one is missing, is not accepted, or is none of the table
 */
export function readValues<P extends ParamTable>(table: P, given: ExactJson | undefined): Values<P> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parameter of its name read each value
  return readMembers(Object.entries(table), given, false) as Values<P>;
}

function readMembers(
  entries: readonly (readonly [string, Param<unknown>])[],
  given: ExactJson | undefined,
  ignoresOthers: boolean,
  sources?: Pick<Params, 'source'>,
): Readonly<Record<string, unknown>> {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw notAnObject(given);
  const members = given ?? {};
  const errors = ignoresOthers ? [] : surplus(entries, members);
  const values: Record<string, unknown> = {};
  for (const [name, param] of entries) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (value === undefined && param.isRequired) errors.push(missing(name, param, members));
    const read = value === undefined ? undefined : readValue(name, param, value, sources?.source(name));
    if (read instanceof JsonRpcError) errors.push(read);
    else values[name] = read;
  }
  if (errors.length > 0) throw together(errors);
  return values;
}

/** Limits the errors of one call that are reported. */
const MAX_ERRORS = 5;

/** Returns one error for several: the first, as the official gateway reports one, with the others in its data. */
function together([first, ...others]: readonly JsonRpcError[]): JsonRpcError {
  if (first?.data === undefined) throw new RangeError('expected an error with data');
  if (others.length === 0) return first;
  const also = others.slice(0, MAX_ERRORS - 1).map(({ message, data }) => ({ message, ...data }));
  return invalidParams(first.message, { ...first.data, also });
}

/** Returns the errors of members that are no parameters. */
function surplus(entries: readonly (readonly [string, unknown])[], members: object): JsonRpcError[] {
  const names = entries.map(([name]) => name);
  const expected = names.length === 0 ? 'no params' : `one of ${names.join(', ')}`;
  const unknown = Object.keys(members).filter((name) => !names.includes(name));
  return unknown.slice(0, MAX_ERRORS).map((name) =>
    wrong(`params has no property '${String(excerpt(name))}'`, {
      expected,
      found: excerpt(name),
      at: '/params',
      fix: meantOf(name, names),
    }),
  );
}

/** Number of members that are compared with the name of a missing one. */
const MAX_COMPARED = 20;

function missing(name: string, { expected }: Param<unknown>, members: object): JsonRpcError {
  const misspelled = Object.keys(members)
    .slice(0, MAX_COMPARED)
    .find((member) => meantOf(member, [name]) !== undefined);
  return wrong(`params must have required property '${name}'`, {
    expected,
    found: excerpt(undefined),
    at: '/params',
    fix: misspelled === undefined ? undefined : `Rename '${String(excerpt(misspelled))}' to '${name}'.`,
  });
}

/** Returns the value of a parameter, or the error for one that is not accepted. */
function readValue(
  name: string,
  { expected, read }: Param<unknown>,
  given: ExactJson,
  source: SourceText | undefined,
): unknown {
  const value = read(given, source);
  return isMismatch(value)
    ? mismatched(`params/${name}`, value, { expected, found: given, at: `/params/${name}` })
    : value;
}

/** Returns the error for a value that is not accepted. */
export function mismatched(
  what: string,
  mismatch: Mismatch | undefined,
  { expected, found, at }: { readonly expected: string; readonly found: unknown; readonly at: string },
): JsonRpcError {
  const details = mismatch?.details ?? {};
  return wrong(details.message ?? `${what} must be ${details.requirement ?? expected}`, {
    reason: details.reason ?? 'invalid-params',
    expected: details.expected ?? expected,
    found: excerpt('found' in details ? details.found : found),
    at,
    fix: details.fix,
  });
}

/** Returns the schema of params by name; `undefined` where there are none. */
export function paramsSchema(table: ParamTable): JsonSchema | undefined {
  const entries = Object.entries(table);
  if (entries.length === 0) return undefined;
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/**
 * Returns the value of an optional parameter that another one requires.
 * @throws {JsonRpcError} -32602 when it is missing
 */
export function given<T>(name: string, value: T | undefined, when: string): T {
  if (value !== undefined) return value;
  throw wrong(`params must have property '${name}' ${when}`, {
    expected: `${name} ${when}`,
    found: excerpt(undefined),
    at: `/params/${name}`,
  });
}

function notAnObject(found: ExactJson | undefined): JsonRpcError {
  return wrong('params must be object', { expected: 'an object', found: excerpt(found), at: '/params' });
}

/** Returns the error for params that are not accepted. */
export function wrong(
  message: string,
  {
    reason = 'invalid-params',
    fix,
    ...data
  }: {
    readonly reason?: string;
    readonly expected: string;
    readonly found: unknown;
    readonly at: string;
    readonly fix?: string | undefined;
  },
): JsonRpcError {
  return invalidParams(message, { reason, ...data, ...(fix !== undefined && { fix }) });
}
