import { Pool } from 'undici';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { Authorization } from './authorization.js';
import type { Credentials, CredentialsSource } from './credentials.js';
import type { CancellationToken } from './cancellation-token.js';
import type { NodeUrl } from './node-url.js';
import { isRejectionStatus, readAnswer, type HttpAnswer } from './rpc-answer.js';
import { ResponseMeter } from './response-meter.js';
import type { RpcMethod } from './rpc-method.js';
import type { RpcResult } from './rpc-result.js';
import { StreamedText } from './streamed-text.js';
import { transportError } from './transport-error.js';

/** Describes the options of an RPC client. Times are in milliseconds. */
export interface RpcClientOptions {
  readonly url: NodeUrl;
  readonly credentials: Credentials | CredentialsSource | undefined;
  /** PEM of the authority that signed the node's certificate; those that Node.js trusts when left out. */
  readonly certificateAuthority: string | undefined;
  readonly connections: number;
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly maxResponseBytes: number;
  readonly maxResponseValues: number;
}

/** A node closes a connection that is idle for 30 s (`-rpcservertimeout`): a call sent at that moment would be lost. */
const KEEP_ALIVE_MS = 15_000;

const UNAUTHORIZED = 401;

/**
 * Represents a node's RPC server: one call a request, over persistent connections. Batches are never sent: a
 * whitelisted user gets 403.
 */
export class RpcClient {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #authorization: Authorization;
  readonly #limits: Pick<RpcClientOptions, 'maxResponseBytes' | 'maxResponseValues'>;
  #lastId = 0;

  /** @throws {RangeError} when the credentials cannot be sent. */
  constructor(options: RpcClientOptions) {
    this.#path = options.url.path;
    this.#limits = options;
    this.#authorization = new Authorization(options.credentials);
    this.#pool = new Pool(options.url.origin, {
      connections: options.connections,
      pipelining: 1,
      headersTimeout: options.headersTimeout,
      bodyTimeout: options.bodyTimeout,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      connect: {
        timeout: options.connectTimeout,
        ...(options.certificateAuthority === undefined ? {} : { ca: options.certificateAuthority }),
      },
    });
  }

  /**
   * Asks the node. When it does not take the credentials they are read again, and the call is sent once more.
   * @param token its reason is thrown
   * @throws {NodeRejectionError} when the node answers no, and {@link NodeUnavailableError} when it gives no answer.
   */
  async call(method: RpcMethod, params: readonly unknown[], token: CancellationToken): Promise<RpcResult> {
    this.#lastId += 1;
    const id = this.#lastId;
    const body = JSON.stringify({ id, method, params });
    const authorization = await this.#authorization.header();
    const answer = await this.#post(body, authorization, token);
    if (answer.status !== UNAUTHORIZED) return readAnswer(answer, id, method, token);
    const renewed = await this.#authorization.renewed(authorization);
    return readAnswer(
      renewed === undefined ? answer : await this.#post(body, renewed, token),
      id,
      method,
      token,
    );
  }

  /** Ends every call with {@link NodeUnavailableError} for the reason `closed`, and closes the connections. */
  async close(): Promise<void> {
    await this.#pool.destroy(new NodeUnavailableError("the node's client was closed", 'closed'));
  }

  async #post(
    body: string,
    authorization: string | undefined,
    token: CancellationToken,
  ): Promise<HttpAnswer> {
    try {
      const answer = await this.#pool.request({
        method: 'POST',
        path: this.#path,
        headers: {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        body,
        signal: token,
      });
      const status = answer.statusCode;
      // A proxy that gave up on the node may do so with the connection, too.
      const text = await this.#read(answer.body).catch((error: unknown) => {
        if (token.aborted || !isRejectionStatus(status)) throw error;
        return undefined;
      });
      return { status, text };
    } catch (error) {
      throw transportError(token.aborted ? token.reason : error);
    }
  }

  /**
   * Reads a response, and decodes it as it comes: the text of a large one at once would block the event loop. The connection of one
   * beyond the limits is closed. Returns `undefined` for bytes that are not UTF-8.
   */
  async #read(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
    const { maxResponseBytes, maxResponseValues } = this.#limits;
    const meter = new ResponseMeter(maxResponseBytes, maxResponseValues);
    const text = new StreamedText();
    for await (const chunk of body) {
      meter.take(chunk);
      text.take(chunk);
    }
    return text.end();
  }
}
