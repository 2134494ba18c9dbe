import type { PiecedResponse } from './pieced-response.js';
import type { ResponseText } from './response-text.js';

/** Represents the responses of a batch of which some are written piece by piece. */
export class BatchResponse implements PiecedResponse {
  readonly #responses: readonly ResponseText[];

  /** @param responses at least one */
  constructor(responses: readonly ResponseText[]) {
    this.#responses = responses;
  }

  /** Returns the length of the text in bytes: of the responses, the commas between them and the brackets. */
  get length(): number {
    const lengths = this.#responses.map((response) =>
      typeof response === 'string' ? Buffer.byteLength(response) : response.length,
    );
    return lengths.reduce((sum, length) => sum + length + 1, 1);
  }

  *[Symbol.iterator](): Generator<Buffer, void> {
    for (const [at, response] of this.#responses.entries()) {
      yield Buffer.from(at === 0 ? '[' : ',');
      if (typeof response === 'string') yield Buffer.from(response);
      else yield* response;
    }
    yield Buffer.from(']');
  }

  toString(): string {
    return `[${this.#responses.join(',')}]`;
  }
}
