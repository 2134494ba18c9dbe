import { ControlRejectedError } from './control-rejected-error.js';
import type { LocalNode } from './local-node.js';
import { readFault, type FaultRequest, type TransactionFault } from './transaction-faults.js';

/** Injects faults into transactions that are sent, as a test requests. */
export class FaultControls {
  readonly #node: LocalNode;

  constructor(node: LocalNode) {
    this.#node = node;
  }

  /** Returns the faults that are set, in the order in which they are matched: the first that fits applies. */
  list(): readonly TransactionFault[] {
    return this.#node.settings.faults;
  }

  /**
   * Sets a fault; gives it with its id.
   * @throws {ControlRejectedError} `invalid-fault`
   */
  add(request: FaultRequest): TransactionFault {
    const { settings } = this.#node;
    const given: unknown = request;
    if (typeof given !== 'object' || given === null)
      throw new ControlRejectedError('invalid-fault', {
        expected: 'an object with the kind of the fault',
        found: given,
      });
    const fault = readFault({ ...request, id: settings.nextFault });
    this.#node.settings = {
      ...settings,
      faults: [...settings.faults, fault],
      nextFault: settings.nextFault + 1,
    };
    return fault;
  }

  /**
   * Takes a fault away.
   * @throws {ControlRejectedError} `unknown-fault`
   */
  remove(id: number): void {
    const { settings } = this.#node;
    const faults = settings.faults.filter((fault) => fault.id !== id);
    if (faults.length === settings.faults.length) {
      throw new ControlRejectedError('unknown-fault', {
        expected:
          faults.length === 0
            ? 'a fault; there is none'
            : `one of ${faults.map((fault) => fault.id).join(', ')}`,
        found: id,
      });
    }
    this.#node.settings = { ...settings, faults };
  }

  /** Removes all faults. Withheld transactions stay withheld. */
  reset(): void {
    this.#node.settings = { ...this.#node.settings, faults: [] };
  }
}
