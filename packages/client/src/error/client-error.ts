/** Base class of the errors of this package. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
}
