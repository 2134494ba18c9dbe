import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInTurns } from '../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import { coreJsonSteps, writeCoreJson } from './json/core-json.js';
import type { EmulatedNode } from './rpc/emulated-node.js';
import { numericIds } from './rpc-id.js';
import { parseBody, readRequest, requestId } from './rpc-request.js';
import { isNumber, isObject } from './rpc/json-source.js';
import type { RpcTable } from './rpc-table.js';

/** Describes the response to a request body. */
export interface RpcReply {
  /** Status code of HTTP. */
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** Calls in a batch beyond these are rejected. */
const MAX_BATCH_CALLS = 10_000;
/** Once the answers of a batch are so long, in characters, the rest of its calls is rejected. */
const MAX_BATCH_RESPONSE_BYTES = 64 * 1024 * 1024;

/** The HTTP status of an error that comes alone. Source: `JSONErrorReply` in `src/httprpc.cpp` of dashpay/dash. */
const STATUS_OF_ERROR: ReadonlyMap<number, number> = new Map([
  [RPC_ERROR_CODES.invalidRequest, 400],
  [RPC_ERROR_CODES.methodNotFound, 404],
]);

/** Answers bodies as a node's RPC server does. */
export class RpcServer {
  readonly #table: RpcTable;
  readonly #node: EmulatedNode;
  readonly #onError: (error: unknown) => void;

  /** @param onError is called with what no method foresaw */
  constructor(table: RpcTable, node: EmulatedNode, onError: (error: unknown) => void) {
    this.#table = table;
    this.#node = node;
    this.#onError = onError;
  }

  /** Responds to the body of a request. Source: `HTTPReq_JSONRPC` in `src/httprpc.cpp` of dashpay/dash. */
  async reply(body: Uint8Array): Promise<RpcReply> {
    try {
      const request = parseBody(body);
      const ids = idTexts(request, body);
      if (Array.isArray(request)) return { status: 200, body: `${await this.#batch(request, ids)}\n` };
      if (!isObject(request)) {
        throw new NodeRejectionError(RPC_ERROR_CODES.parse, 'Top-level object parse error');
      }
      const { text, rejection } = await this.#answer(request, idText(request, ids.get(0)));
      const status = rejection === undefined ? 200 : (STATUS_OF_ERROR.get(rejection.code) ?? 500);
      return { status, body: `${text}\n` };
    } catch (error) {
      const rejection = this.#rejectionOf(error);
      return {
        status: STATUS_OF_ERROR.get(rejection.code) ?? 500,
        body: `${errorText(rejection, 'null')}\n`,
      };
    }
  }

  async #batch(requests: readonly unknown[], ids: ReadonlyMap<number, string>): Promise<string> {
    if (requests.length > MAX_BATCH_CALLS) {
      throw new NodeRejectionError(
        RPC_ERROR_CODES.invalidRequest,
        `A batch has at most ${MAX_BATCH_CALLS} calls, not ${requests.length}`,
      );
    }
    const answers: string[] = [];
    let length = 0;
    for (const [index, request] of requests.entries()) {
      // One call, such as one that checks a BLS signature, is as much as fits into a turn.
      if (index > 0) await nextTurn();
      const id = idText(request, ids.get(index));
      const { text } = length < MAX_BATCH_RESPONSE_BYTES ? await this.#answer(request, id) : tooLong(id);
      length += text.length;
      answers.push(text);
    }
    return `[${answers.join(',')}]`;
  }

  /** @param id as JSON */
  async #answer(request: unknown, id: string): Promise<Answer> {
    try {
      const result = await this.#table.execute(readRequest(request), this.#node);
      const json = await runInTurns(coreJsonSteps(result ?? null));
      return { text: `{"result":${json},"error":null,"id":${id}}` };
    } catch (error) {
      const rejection = this.#rejectionOf(error);
      return { text: errorText(rejection, id), rejection };
    }
  }

  /** Converts an error to a rejection. Unforeseen errors go to the observer; the caller learns nothing of them. */
  #rejectionOf(error: unknown): NodeRejectionError {
    if (error instanceof NodeRejectionError) return error;
    this.#onError(error);
    return new NodeRejectionError(RPC_ERROR_CODES.internal, 'Internal error');
  }
}

interface Answer {
  readonly text: string;
  readonly rejection?: NodeRejectionError;
}

function tooLong(id: string): Answer {
  const message = `The answers of the batch are longer than ${MAX_BATCH_RESPONSE_BYTES} characters`;
  const rejection = new NodeRejectionError(RPC_ERROR_CODES.internal, message);
  return { text: errorText(rejection, id), rejection };
}

/** Returns the digits of ids that are numbers, by the position of their calls. */
function idTexts(request: unknown, body: Uint8Array): ReadonlyMap<number, string> {
  const requests: readonly unknown[] = Array.isArray(request) ? request : [request];
  const hasNumber = requests.some((each) => isNumber(requestId(each)));
  return hasNumber ? numericIds(new TextDecoder().decode(body)) : NO_IDS;
}

const NO_IDS: ReadonlyMap<number, string> = new Map();

function idText(request: unknown, digits: string | undefined): string {
  return digits ?? JSON.stringify(requestId(request));
}

function errorText({ code, message }: NodeRejectionError, id: string): string {
  return `{"result":null,"error":${writeCoreJson({ code, message })},"id":${id}}`;
}
