import { ProofPackageError } from '../errors/proof-package-error.js';

/** Reports a store whose nodes do not fit together. */
export class MissingNodeError extends ProofPackageError {
  override readonly name = 'MissingNodeError';
}
