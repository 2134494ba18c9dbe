/** Base class of the errors of this package. */
export class StudioError extends Error {
  override readonly name: string = 'StudioError';
}
