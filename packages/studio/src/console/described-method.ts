import { isObject } from '../rpc/json-rpc-client.js';

/** What a parameter takes. */
export interface DescribedParam {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A way in which a method says no. */
export interface DescribedError {
  readonly code: number;
  readonly reason: string;
  readonly when: string;
}

/** A method as an OpenRPC document describes it. */
export interface DescribedMethod {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Whether the params are an array; else they are an object. */
  readonly isByPosition: boolean;
  readonly params: readonly DescribedParam[];
  readonly errors: readonly DescribedError[];
}

/** The methods of an OpenRPC document that can be called over HTTP; what is none in it is passed over. */
export function describedMethods(document: unknown): readonly DescribedMethod[] {
  const overHttp = membersOf(document, 'methods').filter((method) => method['x-transport'] !== 'websocket');
  return overHttp.map((method) => ({
    name: textOf(method, 'name'),
    summary: textOf(method, 'summary'),
    description: textOf(method, 'description'),
    isDeprecated: method['deprecated'] === true,
    isByPosition: method['paramStructure'] === 'by-position',
    params: membersOf(method, 'params').map(describedParam),
    errors: membersOf(method, 'errors').flatMap(describedErrors),
  }));
}

function describedParam(param: Readonly<Record<string, unknown>>): DescribedParam {
  const schema = isObject(param['schema']) ? param['schema'] : {};
  return {
    name: textOf(param, 'name'),
    isRequired: param['required'] === true,
    description: textOf(schema, 'description'),
    schema,
  };
}

function describedErrors(error: Readonly<Record<string, unknown>>): DescribedError[] {
  const code = Number(error['code']);
  return membersOf(error['data'], 'reasons').map((one) => ({
    code,
    reason: textOf(one, 'reason'),
    when: textOf(one, 'when'),
  }));
}

function membersOf(value: unknown, name: string): Readonly<Record<string, unknown>>[] {
  const list: unknown = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function textOf(value: Readonly<Record<string, unknown>>, name: string): string {
  const text = value[name];
  return typeof text === 'string' ? text : '';
}
