const LARGEST_PORT = 0xffff;

/** @throws {RangeError} when `port` is not a whole number of 16 bits. */
export function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 0 || port > LARGEST_PORT) {
    throw new RangeError(`expected a port from 0 to ${LARGEST_PORT}, found ${port}`);
  }
}
