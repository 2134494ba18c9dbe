import type { DescribedMethod, DescribedParam } from './described-method.js';

/** What was typed, by the names of the params. */
export type Typed = Readonly<Record<string, string>>;

/** What is wrong with what was typed, by the names of the params. */
export type Problems = Readonly<Record<string, string>>;

/** A call as it is sent, or why it cannot be written. */
export type CallText =
  | { readonly text: string; readonly problems?: undefined }
  | { readonly text?: undefined; readonly problems: Problems };

const ID = 1;

/**
 * A call as JSON text. Text params are taken as they are typed, others as JSON, to the letter: numbers keep all their digits.
 * What is left empty is left out. The server says what is no right value; here is only said what is no JSON.
 */
export function callText({ name, params, isByPosition }: DescribedMethod, typed: Typed): CallText {
  const problems: Record<string, string> = {};
  const given: { readonly param: DescribedParam; readonly json: string }[] = [];
  for (const [at, param] of params.entries()) {
    const text = typed[param.name] ?? '';
    if (text === '') {
      const isBefore = isByPosition && params.slice(at + 1).some((later) => (typed[later.name] ?? '') !== '');
      if (param.isRequired || isBefore) problems[param.name] = 'Needed';
      continue;
    }
    const json = isText(param) ? JSON.stringify(text) : text.trim();
    if (!isJson(json))
      problems[param.name] = 'No JSON: expected a number, true, false, null, "text", […] or {…}';
    given.push({ param, json });
  }
  if (Object.keys(problems).length > 0) return { problems };
  const members = given.map(({ param, json }) =>
    isByPosition ? json : `${JSON.stringify(param.name)}:${json}`,
  );
  const written = members.length === 0 ? '' : `,"params":${bracketed(members.join(','), isByPosition)}`;
  return { text: `{"jsonrpc":"2.0","id":${ID},"method":${JSON.stringify(name)}${written}}` };
}

const bracketed = (inside: string, isArray: boolean): string => (isArray ? `[${inside}]` : `{${inside}}`);

/** Whether a parameter takes text, and nothing else. */
export const isText = ({ schema }: DescribedParam): boolean => schema['type'] === 'string';

/** The values that a parameter can have, as JSON, where they are few; `undefined` where they are not. */
export function choicesOf({ schema }: DescribedParam): readonly string[] | undefined {
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

/** The call as a line for a shell. */
export const curlLine = (url: string, body: string): string =>
  `curl -s ${url} -H 'content-type: application/json' -d '${body.replaceAll("'", String.raw`'\''`)}'`;
