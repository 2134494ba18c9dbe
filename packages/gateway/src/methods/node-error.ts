import { NodeRefusal, NodeUnavailable } from '@dapikit/chain';
import { ERROR_CODES, invalidParams, JsonRpcError, type ErrorData } from '../json-rpc/json-rpc-error.js';
import type { DocumentedError } from './method.js';

/** The errors of every method that asks a node. */
export const NODE_ERRORS: readonly DocumentedError[] = [
  {
    code: ERROR_CODES.unavailable,
    reason: 'node-unavailable',
    when: 'no node answered: try again later',
  },
  {
    code: ERROR_CODES.unavailable,
    reason: 'node-timeout',
    when: 'no node answered in time; it may have got the call all the same',
  },
  {
    code: ERROR_CODES.unavailable,
    reason: 'node-starting',
    when: 'the node is still starting: try again later',
  },
  {
    code: ERROR_CODES.unavailable,
    reason: 'node-error',
    when: 'the node failed; its code and message are in `data.node`',
  },
];

/**
 * The node's error codes that are the caller's mistake, and the reason given for each.
 *
 * Source: `src/rpc/protocol.h` in dashpay/dash; `packages/rs-dapi/src/error.rs` in dashpay/platform.
 */
const MISTAKES: ReadonlyMap<number, string> = new Map([
  [-3, 'wrong-type'],
  [-5, 'not-found'],
  [-8, 'invalid-parameter'],
  [-18, 'not-found'],
  [-22, 'transaction-malformed'],
  [-25, 'transaction-rejected'],
  [-26, 'transaction-rejected'],
  [-27, 'transaction-already-in-chain'],
]);

/** The node's code for an exception of its own, whose text is not for the caller. */
const MISC_ERROR = -1;
const WARMING_UP = -28;

/** What is told of a refusal beyond the node's own code and message. */
export type RefusalData = Omit<ErrorData, 'node'>;

/** The error for a refusal that is the caller's mistake, whatever the node's code. */
export function callerMistake(refusal: NodeRefusal, message: string, data: RefusalData): JsonRpcError {
  return invalidParams(message, { ...data, node: nodeAnswer(refusal) });
}

/** The JSON-RPC error for whatever a handler threw. Nothing of an unforeseen error goes to the caller. */
export function asJsonRpcError(error: unknown): JsonRpcError {
  if (error instanceof JsonRpcError) return error;
  if (error instanceof NodeRefusal) return refusalError(error, '');
  if (error instanceof NodeUnavailable) {
    if (error.reason === 'starting') return refusalError(new NodeRefusal(WARMING_UP, error.message), '');
    return new JsonRpcError(ERROR_CODES.unavailable, 'Service unavailable', {
      reason: error.reason === 'timeout' ? 'node-timeout' : 'node-unavailable',
      mend: 'try again later',
    });
  }
  return internalError();
}

/**
 * The error for a node's refusal, by its code.
 * @param prefix what is put before the node's message where the refusal is the caller's mistake
 */
export function refusalError(refusal: NodeRefusal, prefix: string): JsonRpcError {
  const { code, message } = refusal;
  const mistake = MISTAKES.get(code);
  if (mistake !== undefined) return callerMistake(refusal, `${prefix}${message}`, { reason: mistake });
  if (code === MISC_ERROR) return internalError();
  const node = nodeAnswer(refusal);
  return code === WARMING_UP
    ? new JsonRpcError(ERROR_CODES.unavailable, message, {
        reason: 'node-starting',
        mend: 'try again later',
        node,
      })
    : new JsonRpcError(ERROR_CODES.unavailable, `Core RPC error ${code}: ${message}`, {
        reason: 'node-error',
        node,
      });
}

function nodeAnswer({ code, message }: NodeRefusal): { code: number; message: string } {
  return { code, message };
}

function internalError(): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.internalError, 'Internal error');
}
