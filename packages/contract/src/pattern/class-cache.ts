/** Caches the results of the most recently used texts; evicts the least recently used one beyond the maximum. */
export class ClassCache<Value extends object> {
  private readonly values = new Map<string, Value>();

  /** @param max maximum number of texts, 1 or more. */
  constructor(private readonly max: number) {}

  /** Returns the value of a text; undefined if it is not cached. */
  get(text: string): Value | undefined {
    const value = this.values.get(text);
    if (value === undefined) return undefined;
    // A map lists its keys in the order of insertion: the oldest is the least recently used one.
    this.values.delete(text);
    this.values.set(text, value);
    return value;
  }

  /** Caches the value of a text. */
  set(text: string, value: Value): void {
    this.values.delete(text);
    this.values.set(text, value);
    if (this.values.size <= this.max) return;
    const [oldest = text] = this.values.keys();
    this.values.delete(oldest);
  }
}
