/** Base class of the errors of this package. */
export class GatewayError extends Error {
  override readonly name: string = 'GatewayError';
}
