import { ProofPackageError } from '../errors/proof-package-error.js';

/** Reports a query for which no valid proof exists. */
export class UnprovableQueryError extends ProofPackageError {
  override readonly name = 'UnprovableQueryError';
}
