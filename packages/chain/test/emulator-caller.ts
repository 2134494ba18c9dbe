/** Those of the emulators in tests. */
export const CREDENTIALS = { user: 'tester', password: 'correct horse' } as const;

/** An answer of a node's RPC server. */
export interface EmulatorResponse {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

/** Calls a Core RPC emulator. */
export class EmulatorCaller {
  readonly #url: string;
  readonly #authorization: string;

  constructor(url: string, { user, password }: { user: string; password: string } = CREDENTIALS) {
    this.#url = url;
    this.#authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }

  /** The result of a call, of the type that the test expects; rejects where it was rejected. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is answered is not known
  async call<Result = unknown>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const { result, error } = await this.answer(method, ...params);
    if (error !== null) throw new Error(`${error.code}: ${error.message}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the test says
    return result as Result;
  }

  /** The code and the first line of the message of a call that is rejected. */
  async rejectionOf(method: string, ...params: readonly unknown[]): Promise<[number, string]> {
    const { error } = await this.answer(method, ...params);
    if (error === null) throw new Error('it was not rejected');
    return [error.code, error.message.split('\n')[0] ?? ''];
  }

  async answer(method: string, ...params: readonly unknown[]): Promise<EmulatorResponse> {
    const response = await this.post(JSON.stringify({ id: 1, method, params }));
    return JSON.parse(await response.text());
  }

  post(body: NonNullable<RequestInit['body']>, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: this.#authorization };
    return fetch(this.#url, { method: 'POST', headers, body, ...init });
  }
}
