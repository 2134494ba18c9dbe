import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/**
 * Measures a JSON response while its bytes arrive: parsing takes time and memory by the number of its values,
 * not by its length.
 */
export class ResponseMeter {
  readonly #maxBytes: number;
  readonly #maxValues: number;
  #bytes = 0;
  /** Counts one for each array and object, plus their elements and members: never fewer than the text has. */
  #values = 1;
  #isInString = false;
  #isEscaped = false;

  constructor(maxBytes: number, maxValues: number) {
    this.#maxBytes = maxBytes;
    this.#maxValues = maxValues;
  }

  /** Takes the next bytes. @throws {NodeUnavailableError} for the reason `response-too-large` */
  take(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) throw tooLarge(`${this.#maxBytes} bytes`);
    for (const byte of chunk) {
      if (this.#isInString) this.#takeInString(byte);
      else if (byte === QUOTE) this.#isInString = true;
      else if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#values += 1;
    }
    if (this.#values > this.#maxValues) throw tooLarge(`${this.#maxValues} JSON values`);
  }

  #takeInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }
}

const tooLarge = (limit: string): NodeUnavailableError =>
  new NodeUnavailableError(`the response of the node has more than ${limit}`, 'response-too-large');
