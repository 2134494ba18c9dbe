import { ContractError } from '../diagnostic/contract-error.js';

/** Thrown while a pattern is read if an engine rejects it; never leaves this folder. */
export class PatternError extends ContractError {
  override readonly name = 'PatternError';

  constructor(message: string) {
    super({ reason: 'pattern-not-accepted', message });
  }
}
