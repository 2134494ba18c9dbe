import { setImmediate as nextTurn } from 'node:timers/promises';
import { NodeRefusal } from '../layer1.js';
import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import { writeCoreJson } from './core-json.js';
import type { FaceNode } from './face-node.js';
import { parseBody, readRequest, requestId } from './rpc-request.js';
import type { RpcTable } from './rpc-table.js';

/** What is answered to a body. */
export interface RpcReply {
  /** Of HTTP. */
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** Calls in a batch beyond these are refused. */
const LONGEST_BATCH = 10_000;
/** Once the answers of a batch are so long, in characters, the rest of its calls is refused. */
const LONGEST_BATCH_ANSWER = 64 * 1024 * 1024;
/** So many calls of a batch are answered before others have a turn. */
const CALLS_A_TURN = 50;

/** The HTTP status of an error that comes alone. Source: `JSONErrorReply` in `src/httprpc.cpp` of dashpay/dash. */
const STATUS_OF_ERROR: ReadonlyMap<number, number> = new Map([
  [RPC_ERROR_CODES.invalidRequest, 400],
  [RPC_ERROR_CODES.methodNotFound, 404],
]);

/** Answers bodies as a node's RPC server does. */
export class RpcServer {
  readonly #table: RpcTable;
  readonly #node: FaceNode;
  readonly #onError: (error: unknown) => void;

  /** @param onError is called with what no method foresaw */
  constructor(table: RpcTable, node: FaceNode, onError: (error: unknown) => void) {
    this.#table = table;
    this.#node = node;
    this.#onError = onError;
  }

  /** Source: `HTTPReq_JSONRPC` in `src/httprpc.cpp` of dashpay/dash. */
  async reply(body: Uint8Array): Promise<RpcReply> {
    try {
      const request = parseBody(body);
      if (Array.isArray(request)) return { status: 200, body: `${await this.#batch(request)}\n` };
      if (typeof request !== 'object' || request === null) {
        throw new NodeRefusal(RPC_ERROR_CODES.parse, 'Top-level object parse error');
      }
      const { text, refusal } = await this.#answer(request);
      const status = refusal === undefined ? 200 : (STATUS_OF_ERROR.get(refusal.code) ?? 500);
      return { status, body: `${text}\n` };
    } catch (error) {
      const refusal = this.#refusalOf(error);
      return { status: STATUS_OF_ERROR.get(refusal.code) ?? 500, body: `${errorText(refusal, null)}\n` };
    }
  }

  async #batch(requests: readonly unknown[]): Promise<string> {
    if (requests.length > LONGEST_BATCH) {
      throw new NodeRefusal(
        RPC_ERROR_CODES.invalidRequest,
        `A batch has at most ${LONGEST_BATCH} calls, not ${requests.length}`,
      );
    }
    const answers: string[] = [];
    let length = 0;
    for (const [index, request] of requests.entries()) {
      if (index % CALLS_A_TURN === CALLS_A_TURN - 1) await nextTurn();
      const { text } = length < LONGEST_BATCH_ANSWER ? await this.#answer(request) : tooLong(request);
      length += text.length;
      answers.push(text);
    }
    return `[${answers.join(',')}]`;
  }

  async #answer(request: unknown): Promise<Answer> {
    const id = requestId(request);
    try {
      const result = await this.#table.execute(readRequest(request), this.#node);
      return { text: `{"result":${writeCoreJson(result ?? null)},"error":null,"id":${JSON.stringify(id)}}` };
    } catch (error) {
      const refusal = this.#refusalOf(error);
      return { text: errorText(refusal, id), refusal };
    }
  }

  /** What is thrown and not foreseen is told to who runs the chain, and nothing of it to who calls. */
  #refusalOf(error: unknown): NodeRefusal {
    if (error instanceof NodeRefusal) return error;
    this.#onError(error);
    return new NodeRefusal(RPC_ERROR_CODES.internal, 'Internal error');
  }
}

interface Answer {
  readonly text: string;
  readonly refusal?: NodeRefusal;
}

function tooLong(request: unknown): Answer {
  const message = `The answers of the batch are longer than ${LONGEST_BATCH_ANSWER} characters`;
  const refusal = new NodeRefusal(RPC_ERROR_CODES.internal, message);
  return { text: errorText(refusal, requestId(request)), refusal };
}

function errorText({ code, message }: NodeRefusal, id: unknown): string {
  return `{"result":null,"error":${writeCoreJson({ code, message })},"id":${JSON.stringify(id)}}`;
}
