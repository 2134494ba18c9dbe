/** Base class of the errors of this package. A proof that is rejected is a `ProofError`. */
export class ProofPackageError extends Error {
  override readonly name: string = 'ProofPackageError';
}
