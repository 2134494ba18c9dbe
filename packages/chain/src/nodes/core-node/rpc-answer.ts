import { setImmediate } from 'node:timers/promises';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { NodeUnavailableError, type UnavailableReason } from '../../layer1/node-unavailable-error.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { CancellationToken } from './cancellation-token.js';
import { RpcResult } from './rpc-result.js';
import { hasDuplicateMember } from './duplicate-member.js';

/** Describes a complete HTTP response. */
export interface HttpAnswer {
  readonly status: number;
  /** `undefined` where the bytes are not UTF-8. */
  readonly text: string | undefined;
}

/** With these a node sends a JSON-RPC answer. Source: `JSONErrorReply` in `src/httprpc.cpp` of dashpay/dash. */
const STATUSES_OF_ANSWERS: ReadonlySet<number> = new Set([200, 400, 404, 500]);

/** With these a node, or a proxy before it, says why it does not. */
const STATUSES_OF_REJECTIONS: ReadonlyMap<number, UnavailableReason> = new Map([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [429, 'overloaded'],
  [502, 'bad-gateway'],
  [503, 'overloaded'],
  [504, 'timeout'],
]);

/** Returns whether a status says that there is no JSON-RPC answer, whatever the body. */
export const isRejectionStatus = (status: number): boolean => STATUSES_OF_REJECTIONS.has(status);

/** Nodes of the family from before 2021 say this with HTTP status 500. */
const FULL_QUEUE = 'Work queue depth exceeded';

/** Length from which a response is decoded in steps, with turns of the event loop between them. */
const LONG_RESPONSE = 256 * 1024;

/**
 * Returns the result in a node's answer to the call `id`.
 * @param method for the places in errors
 * @param token ends the decoding of a long response; its reason is thrown
 * @throws {NodeRejectionError} when the answer is an error.
 * @throws {NodeUnavailableError} when the node is starting, or the answer is not one of JSON-RPC to this call.
 */
export async function readAnswer(
  { status, text }: HttpAnswer,
  id: number,
  method: string,
  token?: CancellationToken,
): Promise<RpcResult> {
  const reason = STATUSES_OF_REJECTIONS.get(status);
  if (reason !== undefined) throw new NodeUnavailableError(`${method}: HTTP status ${status}`, reason);
  if (!STATUSES_OF_ANSWERS.has(status)) throw unexpected(method, `HTTP status ${status}`);
  if (text === undefined) throw unexpected(method, 'a response that is not UTF-8');
  const pause = text.length > LONG_RESPONSE ? () => nextTurn(token) : undefined;
  const answer = new RpcResult(await parse(text, method, status, pause), method);
  const { error, id: answered, result } = answer.object();
  // A node that could not read the call cannot know its id.
  if (answered !== id && !(answered === null && error))
    throw unexpected(method, 'the response to another call');
  if (error !== null && error !== undefined) {
    if (result !== null && result !== undefined) throw unexpected(method, 'both a result and an error');
    throw rejectionFrom(answer.member('error'));
  }
  return new RpcResult(answer.member('result').value(), method);
}

function rejectionFrom(error: RpcResult): NodeRejectionError | NodeUnavailableError {
  const code = error.member('code').integer();
  const message = error.member('message').text();
  return code === RPC_ERROR_CODES.warmingUp
    ? new NodeUnavailableError(message, 'starting')
    : new NodeRejectionError(code, message);
}

async function nextTurn(token: CancellationToken | undefined): Promise<void> {
  await setImmediate();
  token?.throwIfAborted();
}

async function parse(
  text: string,
  method: string,
  status: number,
  pause: (() => Promise<void>) | undefined,
): Promise<unknown> {
  if (text === '') throw unexpected(method, `HTTP status ${status} with nothing`);
  if (text.startsWith(FULL_QUEUE)) throw new NodeUnavailableError(`${method}: ${FULL_QUEUE}`, 'overloaded');
  await pause?.();
  const value = parseJson(text, method);
  await pause?.();
  if (hasDuplicateMember(text)) throw unexpected(method, 'a response with a duplicate member');
  return value;
}

function parseJson(text: string, method: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected(method, 'a response that is not JSON');
  }
}

function unexpected(method: string, found: string): NodeUnavailableError {
  return new NodeUnavailableError(
    `${method}: expected a JSON-RPC response, found ${found}`,
    'unexpected-answer',
  );
}
