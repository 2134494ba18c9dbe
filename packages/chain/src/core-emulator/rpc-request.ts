import { NodeRejectionError } from '../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';

/** Describes a call as received. */
export interface RpcRequest {
  readonly method: string;
  /** By position or by name. */
  readonly params: readonly unknown[] | ReadonlyMap<string, unknown>;
}

/** Deeper text is rejected. Source: `MAX_JSON_DEPTH` in `src/univalue/lib/univalue_read.cpp` of dashpay/dash. */
const MAX_DEPTH = 512;

/**
 * Returns the value that a body spells.
 * @throws {NodeRejectionError} -32700 when it is no JSON in UTF-8, or is deeper than 512.
 */
export function parseBody(body: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    if (isShallow(text)) return SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
  } catch {
    // It is reported below.
  }
  throw new NodeRejectionError(RPC_ERROR_CODES.parse, 'Parse error');
}

/** An escaped half of a character beyond U+FFFF. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Passes a member on, and throws where its name or text has half a character. Source: `JSONUTF8StringFilter` in `src/univalue/lib`. */
function wellFormed(name: string, value: unknown): unknown {
  if (LONE_SURROGATE.test(name) || (typeof value === 'string' && LONE_SURROGATE.test(value)))
    throw new SyntaxError('a surrogate without its other half');
  return value;
}

/** Returns the id of a call, whatever else it is: `null` where there is none. */
export function requestId(value: unknown): unknown {
  return isObject(value) ? (value['id'] ?? null) : null;
}

/**
 * Reads a call.
 *
 * Source: `JSONRPCRequest::parse` in `src/rpc/request.cpp` of dashpay/dash.
 * @throws {NodeRejectionError} -32600 when it is none
 */
export function readRequest(value: unknown): RpcRequest {
  if (!isObject(value)) throw invalidRequest('Invalid Request object');
  const { method, params } = value;
  if (method === undefined || method === null) throw invalidRequest('Missing method');
  if (typeof method !== 'string') throw invalidRequest('Method must be a string');
  if (params === undefined || params === null) return { method, params: [] };
  if (Array.isArray(params)) return { method, params };
  if (isObject(params)) return { method, params: new Map(Object.entries(params)) };
  throw invalidRequest('Params must be an array or object');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidRequest(message: string): NodeRejectionError {
  return new NodeRejectionError(RPC_ERROR_CODES.invalidRequest, message);
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((character) => character.codePointAt(0));
const OPENING: ReadonlySet<number | undefined> = new Set(
  ['[', '{'].map((character) => character.codePointAt(0)),
);
const CLOSING: ReadonlySet<number | undefined> = new Set(
  [']', '}'].map((character) => character.codePointAt(0)),
);

/** Returns whether the nesting of a text is within the limit, before it is parsed. */
function isShallow(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > MAX_DEPTH) return false;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return true;
}
