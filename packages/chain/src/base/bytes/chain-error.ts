/**
 * Base class of the errors of this package. Its subclasses have a stable `reason` or `code` where programs may
 * match on one.
 */
export class ChainError extends Error {
  override readonly name: string = 'ChainError';
}
