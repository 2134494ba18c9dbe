import { NodeRejectionError } from '../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import { endOfString } from './end-of-string.js';
import { parseSource } from './parse-source.js';
import { firstMembers, isObject, allMembers } from './rpc/json-source.js';

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
    const { depth, members, hasDecimal } = outlineOf(text);
    if (depth <= MAX_DEPTH) {
      const value: unknown = SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
      // Most bodies, and all long ones of blocks, are read by `JSON.parse` alone.
      return hasDecimal || members > countMembers(value) ? parseSource(text) : value;
    }
  } catch {
    // It is reported below.
  }
  throw new NodeRejectionError(RPC_ERROR_CODES.parse, 'Parse error');
}

/** Counts the members of all objects in a value. A text of it that has more repeats a name. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Object.values(value);
  return items.reduce<number>(
    (sum, item) => sum + countMembers(item),
    Array.isArray(value) ? 0 : items.length,
  );
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
  return isObject(value) ? (firstMembers(value).get('id') ?? null) : null;
}

/**
 * Reads a call.
 *
 * Source: `JSONRPCRequest::parse` in `src/rpc/request.cpp` of dashpay/dash.
 * @throws {NodeRejectionError} -32600 when it is none
 */
export function readRequest(value: unknown): RpcRequest {
  if (!isObject(value)) throw invalidRequest('Invalid Request object');
  const members = firstMembers(value);
  const [method, params] = [members.get('method'), members.get('params')];
  if (method === undefined || method === null) throw invalidRequest('Missing method');
  if (typeof method !== 'string') throw invalidRequest('Method must be a string');
  if (params === undefined || params === null) return { method, params: [] };
  if (Array.isArray(params)) return { method, params };
  if (isObject(params)) return { method, params: new Map(allMembers(params)) };
  throw invalidRequest('Params must be an array or object');
}

function invalidRequest(message: string): NodeRejectionError {
  return new NodeRejectionError(RPC_ERROR_CODES.invalidRequest, message);
}

const [QUOTE, COLON, POINT] = ['"', ':', '.'].map((character) => character.codePointAt(0));
const OPENING: ReadonlySet<number | undefined> = new Set(
  ['[', '{'].map((character) => character.codePointAt(0)),
);
const CLOSING: ReadonlySet<number | undefined> = new Set(
  [']', '}'].map((character) => character.codePointAt(0)),
);
const EXPONENT: ReadonlySet<number | undefined> = new Set(
  ['e', 'E'].map((character) => character.codePointAt(0)),
);

/** Describes a text, before it is parsed: how deep it is, how many members it has, and whether a number has a fraction or an exponent. */
interface Outline {
  readonly depth: number;
  readonly members: number;
  readonly hasDecimal: boolean;
}

/** Outlines a text of JSON. What it finds in another text is of no use; that fails to parse. */
function outlineOf(text: string): Outline {
  let [depth, deepest, members] = [0, 0, 0];
  let hasDecimal = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === COLON) members += 1;
    else if (code === POINT || (EXPONENT.has(code) && isDigit(text.charCodeAt(at - 1)))) hasDecimal = true;
    else if (OPENING.has(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return { depth: deepest, members, hasDecimal };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
