import { NodeRefusal } from '../layer1.js';
import { NodeUnavailable, type UnavailableReason } from '../node-unavailable.js';
import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import { RpcResult } from './rpc-result.js';
import { hasDuplicateMember } from './duplicate-member.js';

/** An answer of HTTP, whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** With these a node sends a JSON-RPC answer. Source: `JSONErrorReply` in `src/httprpc.cpp` of dashpay/dash. */
const STATUSES_OF_ANSWERS: ReadonlySet<number> = new Set([200, 400, 404, 500]);

/** With these a node, or a proxy before it, says why it does not. */
const STATUSES_OF_REFUSALS: ReadonlyMap<number, UnavailableReason> = new Map([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [429, 'overloaded'],
  [502, 'connection-lost'],
  [503, 'overloaded'],
  [504, 'timeout'],
]);

/** Nodes of the family from before 2021 say this with HTTP status 500. */
const FULL_QUEUE = 'Work queue depth exceeded';

/**
 * The result in a node's answer to the call `id`.
 * @param method for the places in errors
 * @throws {NodeRefusal} when the answer is an error.
 * @throws {NodeUnavailable} when the node is starting, or the answer is not one of JSON-RPC to this call.
 */
export function readAnswer({ status, body }: HttpAnswer, id: number, method: string): RpcResult {
  const reason = STATUSES_OF_REFUSALS.get(status);
  if (reason !== undefined) throw new NodeUnavailable(`${method}: HTTP status ${status}`, reason);
  if (!STATUSES_OF_ANSWERS.has(status)) throw unexpected(method, `HTTP status ${status}`);
  const answer = new RpcResult(parse(body, method, status), method);
  const { error, id: answered } = answer.object();
  // A node that could not read the call cannot tell its id.
  if (answered !== id && !(answered === null && error))
    throw unexpected(method, 'the answer to another call');
  if (error !== null && error !== undefined) throw refusal(answer.member('error'));
  return new RpcResult(answer.member('result').value(), method);
}

function refusal(error: RpcResult): NodeRefusal | NodeUnavailable {
  const code = error.member('code').integer();
  const message = error.member('message').text();
  return code === RPC_ERROR_CODES.warmingUp
    ? new NodeUnavailable(message, 'starting')
    : new NodeRefusal(code, message);
}

function parse(body: Uint8Array, method: string, status: number): unknown {
  if (body.length === 0) throw unexpected(method, `HTTP status ${status} with nothing`);
  const text = decode(body, method);
  if (text.startsWith(FULL_QUEUE)) throw new NodeUnavailable(`${method}: ${FULL_QUEUE}`, 'overloaded');
  const value = parseJson(text, method);
  if (hasDuplicateMember(text)) throw unexpected(method, 'an answer with a member twice');
  return value;
}

function decode(body: Uint8Array, method: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw unexpected(method, 'an answer that is not UTF-8');
  }
}

function parseJson(text: string, method: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected(method, 'an answer that is not JSON');
  }
}

function unexpected(method: string, found: string): NodeUnavailable {
  return new NodeUnavailable(`${method}: expected a JSON-RPC answer, found ${found}`, 'unexpected-answer');
}
