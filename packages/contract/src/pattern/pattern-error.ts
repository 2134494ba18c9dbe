import { ContractError } from '../diagnostic/contract-error.js';

/** Reports that an engine rejects a pattern; never leaves this folder. */
export class PatternError extends ContractError {
  override readonly name = 'PatternError';

  constructor(message: string) {
    super({ reason: 'pattern-not-accepted', message });
  }
}
