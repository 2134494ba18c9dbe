/** The bytes of a body that cost a unit. */
const UNIT_BYTES = 16 * 1024;

/** Returns the units that the body of a request costs in addition to its calls: one for each started 16 KiB. */
export function sizeCost(bytes: number): number {
  return Math.ceil(bytes / UNIT_BYTES);
}

/** Returns how many bytes of a body a client with so many units can afford in addition to a call of one unit. */
export const affordableBytes = (units: number): number => Math.max(0, units - 1) * UNIT_BYTES;
