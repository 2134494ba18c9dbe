import type { PatchOperation } from '../diagnostic/diagnostic.js';
import type { Property } from '../model/contract-model.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getMember, getPointer, type JsonNode } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { findGaps } from './find-gaps.js';

const getPosition = ({ node }: Property): bigint | undefined => getInteger(getMember(node, 'position'));

const isPosition = (position: bigint | undefined, max: bigint): boolean =>
  position !== undefined && position >= 0n && position <= max;

const hasNoPosition = ({ node }: Property): boolean =>
  node.kind === 'object' && !node.members.has('position');

const FREE_POSITIONS = new WeakMap<readonly Property[], ReadonlyMap<Property, bigint | undefined>>();

/** Finds the position for a property without one, so that the sequence has no gap. */
export function findFreePosition(property: Property, row: readonly Property[]): bigint | undefined {
  let known = FREE_POSITIONS.get(row);
  if (known === undefined) {
    const free = findGaps(row.map(getPosition));
    known = new Map(row.filter(hasNoPosition).map((without, at) => [without, free[at]]));
    FREE_POSITIONS.set(row, known);
  }
  return known.get(property);
}

/** Describes an error in a sequence of positions, which are 0, 1, 2 and so on, each once. */
export interface PositionError {
  /** Points at the position that is out of place. */
  readonly node: JsonNode | undefined;
  readonly message: string;
  readonly patch?: readonly PatchOperation[];
}

/** Returns whether the positions are 0, 1, 2 and so on, each once. */
function isSequence(row: readonly Property[]): boolean {
  const taken = new Set<number>();
  for (const property of row) {
    const position = getPosition(property);
    if (position === undefined || position < 0n || position >= row.length) return false;
    taken.add(Number(position));
  }
  return taken.size === row.length;
}

/**
 * Finds all repetitions in the positions of properties, or else a gap. A missing position gets a free one; other rules
 * report a position that is malformed or too large.
 */
export function findPositionErrors(row: readonly Property[], max: bigint = LIMITS.u32): PositionError[] {
  if (isSequence(row)) return [];
  const given = row.filter((property) => !hasNoPosition(property));
  const placed = given.filter((property) => isPosition(getPosition(property), max));
  const isWellFormed = placed.length === given.length;
  const vacant = row.length - given.length;
  const missing = isWellFormed ? findGaps(row.map(getPosition)) : [];
  if (isWellFormed && missing.length === vacant) return [];
  const renumbered = isWellFormed && vacant === 0 ? renumber(placed) : [];
  const patch = renumbered.length === 0 ? {} : { patch: renumbered };
  const repetitions = findRepetitions(placed);
  if (repetitions.length > 0 || !isWellFormed)
    return repetitions.map((found, at) =>
      at > 0 ? found : { ...found, message: found.message + describeUnused(missing), ...patch },
    );
  const [gap = 0n] = missing;
  const behind = sortByPosition(placed).find((property) => (getPosition(property) ?? 0n) > gap);
  const noun = missing.length === 1 ? 'position' : 'positions';
  const message = `${noun} ${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing: positions must be 0..${row.length - 1} without gaps; "${truncate(behind?.name ?? '')}" has ${behind && getPosition(behind)}`;
  return [{ node: behind && getMember(behind.node, 'position'), message, ...patch }];
}

/** Finds each property whose position another one before it has. */
function findRepetitions(placed: readonly Property[]): PositionError[] {
  const firsts = new Map(placed.toReversed().map((property) => [getPosition(property), property]));
  return placed.flatMap((again) => {
    const position = getPosition(again);
    const first = firsts.get(position);
    if (first === again) return [];
    const [a, b] = [first, again].map((property) => `"${truncate(property?.name ?? '')}"`);
    const message = `${a} and ${b} both have position ${position}`;
    return [{ node: getMember(again.node, 'position'), message }];
  });
}

const describeUnused = (missing: readonly bigint[]): string =>
  missing.length === 0 ? '' : `; ${list(missing)} ${missing.length === 1 ? 'is' : 'are'} not used`;
const list = (positions: readonly bigint[]): string => positions.slice(0, 10).join(', ');

function sortByPosition(row: readonly Property[]): readonly Property[] {
  return row.toSorted((a, b) => {
    const [first = 0n, second = 0n] = [getPosition(a), getPosition(b)];
    return first < second ? -1 : Number(first > second);
  });
}

function renumber(row: readonly Property[]): PatchOperation[] {
  return sortByPosition(row).flatMap(({ node }, at) => {
    const position = getMember(node, 'position');
    return position === undefined || getInteger(position) === BigInt(at)
      ? []
      : [{ op: 'replace' as const, path: getPointer(position), value: at }];
  });
}
