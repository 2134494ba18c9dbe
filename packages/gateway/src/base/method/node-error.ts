import { NodeRejectionError, NodeUnavailableError } from '@dapikit/chain';
import { ERROR_CODES, invalidParams, JsonRpcError, type ErrorData } from '../messages/json-rpc-error.js';
import type { DocumentedError } from './method-docs.js';

/** Lists the errors of every method that sends requests to a node. */
export const NODE_ERRORS: readonly DocumentedError[] = [
  {
    code: ERROR_CODES.unavailable,
    reason: 'node-unavailable',
    when: 'no node answered: try again later',
  },
  {
    code: ERROR_CODES.unavailable,
    reason: 'node-timeout',
    when: 'no node responded in time; a node may still have received the call',
  },
  {
    code: ERROR_CODES.unavailable,
    reason: 'node-response-too-large',
    when: 'the response of the node is larger than `max-node-response-bytes`, or has more than 100,000 JSON values',
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
 * Maps the node's error codes for errors of the caller to the reason in `data.reason`.
 *
 * Source: `src/rpc/protocol.h` in dashpay/dash; `packages/rs-dapi/src/error.rs` in dashpay/platform.
 */
const CALLER_ERRORS: ReadonlyMap<number, string> = new Map([
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

/** Adds details to some rejections of nodes, by their code and message. */
export type RejectionData = Omit<ErrorData, 'node'>;

/** Returns the error for a rejection that the caller caused, with any code of the node. */
export function callerError(
  rejection: NodeRejectionError,
  message: string,
  data: RejectionData,
): JsonRpcError {
  return invalidParams(message, { ...data, node: nodeAnswer(rejection) });
}

/** Returns the JSON-RPC error for whatever a handler threw. Nothing of an unforeseen error goes to the caller. */
export function asJsonRpcError(error: unknown): JsonRpcError {
  if (error instanceof JsonRpcError) return error;
  if (error instanceof NodeRejectionError) return rejectionError(error, '');
  if (error instanceof NodeUnavailableError) {
    if (error.reason === 'starting')
      return rejectionError(new NodeRejectionError(WARMING_UP, error.message), '');
    if (error.reason === 'response-too-large') return responseTooLarge();
    return new JsonRpcError(ERROR_CODES.unavailable, 'Service unavailable', {
      reason: error.reason === 'timeout' ? 'node-timeout' : 'node-unavailable',
      fix: 'try again later',
    });
  }
  return internalError();
}

/**
 * Returns the error for a node's rejection, by its code.
 * @param prefix precedes the node's message if the caller caused the rejection
 */
export function rejectionError(rejection: NodeRejectionError, prefix: string): JsonRpcError {
  const { code, message } = rejection;
  const reason = CALLER_ERRORS.get(code);
  if (reason !== undefined) return callerError(rejection, `${prefix}${message}`, { reason });
  if (code === MISC_ERROR) return internalError();
  const node = nodeAnswer(rejection);
  return code === WARMING_UP
    ? new JsonRpcError(ERROR_CODES.unavailable, message, {
        reason: 'node-starting',
        fix: 'try again later',
        node,
      })
    : new JsonRpcError(ERROR_CODES.unavailable, `Core RPC error ${code}: ${message}`, {
        reason: 'node-error',
        node,
      });
}

function responseTooLarge(): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.unavailable, 'The response of the node is too large', {
    reason: 'node-response-too-large',
    fix: 'request less, such as the diff of a shorter range of blocks',
  });
}

function nodeAnswer({ code, message }: NodeRejectionError): { code: number; message: string } {
  return { code, message };
}

function internalError(): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.internalError, 'Internal error');
}
