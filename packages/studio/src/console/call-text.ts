import type { DescribedMethod, DescribedParam } from './described-method.js';

/** Describes the text of the fields, by the names of the params. */
export type ParamTexts = Readonly<Record<string, string>>;

/** Describes the errors of the fields, by the names of the params. */
export type ParamErrors = Readonly<Record<string, string>>;

/** Describes the text of a call, or the errors of its fields. */
export type CallText =
  | { readonly text: string; readonly errors?: undefined }
  | { readonly text?: undefined; readonly errors: ParamErrors };

const ID = 1;

/**
 * Creates the JSON text of a call. Strings are taken as typed, other params as JSON with all of their digits. Empty fields are
 * omitted. Only JSON syntax is checked here; the server checks the values.
 */
export function createCallText({ name, params, isByPosition }: DescribedMethod, typed: ParamTexts): CallText {
  const errors: Record<string, string> = {};
  const given: { readonly param: DescribedParam; readonly json: string }[] = [];
  for (const [at, param] of params.entries()) {
    const text = typed[param.name] ?? '';
    if (text === '') {
      const isBefore = isByPosition && params.slice(at + 1).some((later) => (typed[later.name] ?? '') !== '');
      if (param.isRequired || isBefore) errors[param.name] = 'Required';
      continue;
    }
    const json = takesText(param) ? JSON.stringify(text) : text.trim();
    if (!isJson(json)) errors[param.name] = 'Not JSON: write a number, true, false, null, "text", […] or {…}';
    given.push({ param, json });
  }
  if (Object.keys(errors).length > 0) return { errors };
  const members = given.map(({ param, json }) =>
    isByPosition ? json : `${JSON.stringify(param.name)}:${json}`,
  );
  const written = members.length === 0 ? '' : `,"params":${bracket(members.join(','), isByPosition)}`;
  return { text: `{"jsonrpc":"2.0","id":${ID},"method":${JSON.stringify(name)}${written}}` };
}

const bracket = (inside: string, isArray: boolean): string => (isArray ? `[${inside}]` : `{${inside}}`);

/** Returns whether a parameter takes only strings. */
export const takesText = ({ schema }: DescribedParam): boolean => schema['type'] === 'string';

/** Returns the few values of a parameter as JSON; `undefined` where there are many. */
export function listParamChoices({ schema }: DescribedParam): readonly string[] | undefined {
  if (schema['type'] === 'boolean') return ['true', 'false'];
  const values: unknown = schema['enum'];
  return Array.isArray(values) ? values.map((value: unknown) => JSON.stringify(value)) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
