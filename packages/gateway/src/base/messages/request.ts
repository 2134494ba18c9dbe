import { ERROR_CODES, excerpt, JsonRpcError } from './json-rpc-error.js';
import { exactJson, type ExactJson } from './exact-json.js';
import { exceededLimit, type JsonLimits } from './json-limits.js';
import type { Json, SourceText } from './json.js';
import { eachElement, memberSpans, skipValue, valueStart, type Span } from './json-source.js';

/** Describes the params of a call, as a value and as they are written. */
export interface Params {
  /** `undefined` when the request has no `params`. */
  readonly value: Json | undefined;
  /**
   * The same with integers beyond 2^53 as `bigint`; made when it is read.
   * @throws {JsonRpcError} -32602 when an integer is outside the range of every type.
   */
  readonly exact: ExactJson | undefined;
  /**
   * Returns the text of the member `name` of by-name params, such as `1.0` or `18446744073709551616`.
   * @throws {JsonRpcError} -32602 when the params have that member twice.
   */
  source(name: string): SourceText | undefined;
}

/** Describes one call of a request. */
export interface Call {
  readonly method: string;
  readonly params: Params;
  /** The id as it was written, for the answer; `undefined` for a notification, which gets none. */
  readonly id: SourceText | undefined;
}

/** Describes a call that cannot be carried out, and the id its error goes to. */
export interface InvalidCall {
  readonly error: JsonRpcError;
  readonly id: SourceText;
}

/** Describes the body of a request: one call, or a batch of them. */
export interface Request {
  readonly isBatch: boolean;
  readonly calls: readonly (Call | InvalidCall)[];
}

/** Limits a request. */
export interface RequestLimits extends JsonLimits {
  /** Calls in a batch. */
  readonly maxBatchCalls: number;
}

const NULL_ID = 'null';

/**
 * Reads the text of a request to the letter of JSON-RPC 2.0.
 *
 * An error in one call of a batch is that call's error; a text that is not a request at all is one invalid call.
 * Source: https://www.jsonrpc.org/specification, sections 4 to 6.
 */
export function readRequest(text: string, limits: RequestLimits): Request {
  try {
    checkLimits(text, limits);
    const value = parseJson(text);
    const start = valueStart(text);
    if (Array.isArray(value)) return { isBatch: true, calls: readBatch(value, text, start, limits) };
    return { isBatch: false, calls: [readCall(value, text, start).call] };
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error;
    return { isBatch: false, calls: [{ error, id: NULL_ID }] };
  }
}

/** Throws for a text with too many values or levels, before anything is built from it. */
function checkLimits(text: string, limits: RequestLimits): void {
  switch (exceededLimit(text, limits)) {
    case 'maxJsonValues':
      throw invalidRequest('Request has too many JSON values', {
        reason: 'too-many-json-values',
        expected: `at most ${limits.maxJsonValues} values, arrays and objects included`,
        found: `more than ${limits.maxJsonValues}`,
        fix: 'Split the request into several.',
      });
    case 'maxDepth':
      throw invalidRequest('Request is nested too deep', {
        reason: 'nested-too-deep',
        expected: `at most ${limits.maxDepth} levels`,
      });
    default:
  }
}

function parseJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (error) {
    throw new JsonRpcError(ERROR_CODES.parseError, 'Parse error', {
      reason: 'malformed-json',
      expected: 'a JSON object, or an array of them',
      found: whatIsNoJson(text, error),
    });
  }
}

const BYTE_ORDER_MARK = '\ufeff';

function whatIsNoJson(text: string, error: unknown): unknown {
  if (text.startsWith(BYTE_ORDER_MARK)) return 'a byte order mark';
  if (text.trim() === '') return 'an empty body';
  return error instanceof Error ? error.message : excerpt(text);
}

function readBatch(
  values: Json[],
  text: string,
  start: number,
  limits: RequestLimits,
): (Call | InvalidCall)[] {
  if (values.length === 0) {
    throw invalidRequest('Invalid request', {
      reason: 'empty-batch',
      expected: 'at least one call',
      found: 'an empty array',
    });
  }
  if (values.length > limits.maxBatchCalls) {
    throw invalidRequest('Batch is too large', {
      reason: 'batch-too-large',
      expected: `at most ${limits.maxBatchCalls} calls`,
      found: values.length,
    });
  }
  const calls: (Call | InvalidCall)[] = [];
  eachElement(text, start, (elementStart) => {
    const { call, end } = readCall(values[calls.length] ?? null, text, elementStart);
    calls.push(call);
    return end;
  });
  return calls;
}

/** A call, and the index in the text after it. */
interface ReadCall {
  readonly call: Call | InvalidCall;
  readonly end: number;
}

function readCall(value: Json, text: string, start: number): ReadCall {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const call = { error: notAnObject(value), id: NULL_ID };
    return { call, end: skipValue(text, start) };
  }
  const { spans, duplicate, end } = memberSpans(text, start, ENVELOPE);
  const [idSpan, paramsSpan] = spans;
  const id = sourceText(text, idSpan);
  const method = calledMethod(value, duplicate);
  if (typeof method === 'string') {
    const params = new ParamsInText(value['params'], sourceText(text, paramsSpan));
    return { call: { method, params, id }, end };
  }
  const isIdClear = duplicate !== 'id' && isId(value['id']);
  return { call: { error: method, id: isIdClear && id !== undefined ? id : NULL_ID }, end };
}

function sourceText(text: string, span: Span | undefined): SourceText | undefined {
  return span && text.slice(span.start, span.end);
}

/** The members of a request; if several are duplicated, the first one here is reported. */
const ENVELOPE = ['id', 'params', 'jsonrpc', 'method'];

/** Returns the name of the method, or the error of the other members: first their types, then the version. */
function calledMethod(
  { jsonrpc, method, id }: { [name: string]: Json },
  duplicate: string | undefined,
): string | JsonRpcError {
  if (duplicate !== undefined) return duplicateMember(duplicate);
  if (!isId(id) && id !== undefined) return invalidId(id);
  if (typeof jsonrpc !== 'string') return invalidVersion(jsonrpc);
  if (typeof method !== 'string') return invalidMethod(method);
  if (jsonrpc !== '2.0') return invalidVersion(jsonrpc);
  return method;
}

function isId(id: Json | undefined): boolean {
  return typeof id === 'string' || typeof id === 'number' || id === null;
}

function invalidId(id: Json): JsonRpcError {
  return invalidRequest('id must be a string, a number or null', {
    reason: 'invalid-id',
    expected: 'a string, a number or null',
    found: excerpt(id),
    at: '/id',
  });
}

function invalidVersion(jsonrpc: Json | undefined): JsonRpcError {
  return invalidRequest('jsonrpc must be "2.0"', {
    reason: 'invalid-version',
    expected: '2.0',
    found: excerpt(jsonrpc),
    at: '/jsonrpc',
  });
}

function invalidMethod(method: Json | undefined): JsonRpcError {
  return invalidRequest('method must be a string', {
    reason: 'invalid-method',
    expected: 'a string',
    found: excerpt(method),
    at: '/method',
  });
}

function notAnObject(value: Json): JsonRpcError {
  return invalidRequest('Invalid request', {
    reason: 'not-an-object',
    expected: 'an object with jsonrpc, method, id and, if the method has any, params',
    found: excerpt(value),
  });
}

function duplicateMember(name: string): JsonRpcError {
  return invalidRequest('Invalid request', {
    reason: 'duplicate-member',
    expected: `${name} once`,
    found: 'twice',
    at: `/${name}`,
  });
}

function invalidRequest(message: string, data: ConstructorParameters<typeof JsonRpcError>[2]): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.invalidRequest, message, data);
}

class ParamsInText implements Params {
  readonly value: Json | undefined;
  readonly #text: SourceText | undefined;

  constructor(value: Json | undefined, text: SourceText | undefined) {
    this.value = value;
    this.#text = text;
  }

  get exact(): ExactJson | undefined {
    return this.value === undefined || this.#text === undefined
      ? undefined
      : exactJson(this.#text, this.value);
  }

  source(name: string): SourceText | undefined {
    if (!this.#text?.startsWith('{')) return undefined;
    const { spans, duplicate } = memberSpans(this.#text, 0, [name]);
    if (duplicate === undefined) return sourceText(this.#text, spans[0]);
    throw new JsonRpcError(ERROR_CODES.invalidParams, `params/${name} is given twice`, {
      reason: 'duplicate-member',
      expected: `${name} once`,
      found: 'twice',
      at: `/params/${name}`,
    });
  }
}
