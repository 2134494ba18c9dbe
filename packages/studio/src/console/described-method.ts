import { getText, isObject } from '../json/json-values.js';

/** Describes a parameter of a method. */
export interface DescribedParam {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Describes an error of a method. */
export interface DescribedError {
  readonly code: number;
  readonly reason: string;
  readonly when: string;
}

/** Describes a method as an OpenRPC document describes it. */
export interface DescribedMethod {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  /** True if the params are an array; otherwise they are an object. */
  readonly isByPosition: boolean;
  readonly params: readonly DescribedParam[];
  readonly errors: readonly DescribedError[];
}

/** Reads the methods of an OpenRPC document that can be called over HTTP; skips anything else. */
export function readMethods(document: unknown): readonly DescribedMethod[] {
  const overHttp = listMembers(document, 'methods').filter((method) => method['x-transport'] !== 'websocket');
  return overHttp.map((method) => ({
    name: getText(method, 'name'),
    summary: getText(method, 'summary'),
    description: getText(method, 'description'),
    isDeprecated: method['deprecated'] === true,
    isByPosition: method['paramStructure'] === 'by-position',
    params: listMembers(method, 'params').map(readParam),
    errors: listMembers(method, 'errors').flatMap(readErrors),
  }));
}

function readParam(param: Readonly<Record<string, unknown>>): DescribedParam {
  const schema = isObject(param['schema']) ? param['schema'] : {};
  return {
    name: getText(param, 'name'),
    isRequired: param['required'] === true,
    description: getText(schema, 'description'),
    schema,
  };
}

function readErrors(error: Readonly<Record<string, unknown>>): DescribedError[] {
  const code = Number(error['code']);
  return listMembers(error['data'], 'reasons').map((one) => ({
    code,
    reason: getText(one, 'reason'),
    when: getText(one, 'when'),
  }));
}

function listMembers(value: unknown, name: string): Readonly<Record<string, unknown>>[] {
  const list: unknown = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
