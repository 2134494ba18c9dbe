/** Finds the numbers from 0 that as many different positions would use, and these do not. */
export function findGaps(positions: readonly (bigint | undefined)[]): bigint[] {
  const taken = new Set(positions);
  return positions.map((_, at) => BigInt(at)).filter((at) => !taken.has(at));
}
