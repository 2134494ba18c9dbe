/** Runs controls one after the other. */
export class ControlQueue {
  #last: Promise<unknown> | undefined;

  /** Runs a control once those before it have ended; at once where there are none. */
  async run(control: () => unknown): Promise<unknown> {
    const before = this.#last;
    const own = before === undefined ? runNow(control) : before.then(control, control);
    this.#last = own;
    try {
      return await own;
    } finally {
      if (this.#last === own) this.#last = undefined;
    }
  }
}

async function runNow(control: () => unknown): Promise<unknown> {
  return control();
}
