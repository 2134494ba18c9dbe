const MAX_PORT = 0xffff;

/** Checks the number of a port. @throws {RangeError} when `port` is not a whole number of 16 bits. */
export function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    throw new RangeError(`expected a port from 0 to ${MAX_PORT}, found ${port}`);
  }
}
