/** Decodes text whose bytes arrive in chunks. */
export class StreamedText {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #text: string | undefined = '';

  /** Decodes the next bytes. */
  take(chunk: Uint8Array): void {
    this.#decode(chunk, true);
  }

  /** Returns the text; `undefined` if the bytes are not UTF-8. */
  end(): string | undefined {
    this.#decode(new Uint8Array(), false);
    return this.#text;
  }

  #decode(chunk: Uint8Array, stream: boolean): void {
    if (this.#text === undefined) return;
    try {
      this.#text += this.#decoder.decode(chunk, { stream });
    } catch {
      this.#text = undefined;
    }
  }
}
