/** Base class of the errors of this package. */
export class ProtocolError extends Error {
  override readonly name: string = 'ProtocolError';
}
