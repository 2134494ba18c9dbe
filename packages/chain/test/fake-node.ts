import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from './port-of.js';

/** A call as it came. */
export interface FakeCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly authorization: string | undefined;
}

/** What a fake node answers: a result, an error, or bytes of HTTP. */
export type FakeAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number; readonly contentType?: string; readonly body: string };

/** An RPC server that answers as a function says. */
export class FakeNode {
  readonly calls: FakeCall[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>;
  mostAtOnce = 0;
  #atOnce = 0;

  private constructor(answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>) {
    this.#answer = answer;
  }

  static async start(
    answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>,
    host = '127.0.0.1',
  ): Promise<FakeNode> {
    const node = new FakeNode(answer);
    node.#server.listen(0, host);
    await once(node.#server, 'listening');
    return node;
  }

  get port(): number {
    return portOf(this.#server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const call: FakeCall = { ...JSON.parse(body), authorization: request.headers.authorization };
    this.calls.push(call);
    const answer = await this.#answer(call);
    this.#atOnce -= 1;
    if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': answer.contentType ?? 'application/json' });
      response.end(answer.body);
      return;
    }
    const { id } = call;
    const isError = 'error' in answer;
    response.writeHead(isError ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ result: null, error: null, ...answer, id }));
  }
}
