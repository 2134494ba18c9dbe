import type { PatchOperation } from '../diagnostic.js';
import type { Property } from '../model/property.js';
import { LIMITS } from '../protocol/limits.js';
import { cut, integerOf, member, pointerTo, type JsonNode } from '../source/json-node.js';
import { gapsIn } from './gaps-in.js';

const positionOf = ({ node }: Property): bigint | undefined => integerOf(member(node, 'position'));

const isPosition = (position: bigint | undefined): boolean =>
  position !== undefined && position >= 0n && position <= LIMITS.u32;

const isWithout = ({ node }: Property): boolean => node.kind === 'object' && !node.members.has('position');

const FREE = new WeakMap<readonly Property[], ReadonlyMap<Property, bigint | undefined>>();

/** The position that a property without one gets, so that the row of its neighbours becomes whole. */
export function freePosition(property: Property, row: readonly Property[]): bigint | undefined {
  let known = FREE.get(row);
  if (known === undefined) {
    const free = gapsIn(row.map(positionOf));
    known = new Map(row.filter(isWithout).map((without, at) => [without, free[at]]));
    FREE.set(row, known);
  }
  return known.get(property);
}

/** What is wrong with the positions of properties beside each other: they are 0, 1, 2 and so on, each once. */
export interface RowFault {
  /** Where one of them is wrong; nothing where all together are. */
  readonly node: JsonNode | undefined;
  readonly message: string;
  readonly patch: readonly PatchOperation[];
}

/**
 * A gap or a repetition in the positions of properties. One that is missing takes what is free; one that is malformed or too
 * large is reported at its property.
 */
export function rowFault(row: readonly Property[]): RowFault | undefined {
  const placed = row.filter((property) => !isWithout(property));
  const vacant = row.length - placed.length;
  if (placed.some((property) => !isPosition(positionOf(property)))) return undefined;
  const missing = gapsIn(row.map(positionOf));
  if (missing.length === vacant) return undefined;
  const unused = missing.slice(0, 10).join(', ');
  const patch = vacant > 0 ? [] : renumbered(placed);
  const firsts = new Map(placed.toReversed().map((property) => [positionOf(property), property]));
  const again = placed.find((property) => firsts.get(positionOf(property)) !== property);
  if (again !== undefined) {
    const position = positionOf(again);
    const first = firsts.get(position);
    const [a, b] = [first, again].map((property) => `"${cut(property?.name ?? '')}"`);
    const rest = missing.length === 1 ? `${unused} is not used` : `${unused} are not used`;
    const message = `expected each position once, found ${position} for both ${a} and ${b}; ${rest}`;
    return { node: member(again.node, 'position'), message, patch };
  }
  const [only] = row.length === 1 ? placed : [];
  if (only !== undefined) {
    const node = member(only.node, 'position');
    return { node, message: `expected position 0, found ${positionOf(only)}`, patch };
  }
  const message = `expected the positions 0 to ${row.length - 1}, each once, found none that is ${unused}`;
  return { node: undefined, message, patch };
}

function renumbered(row: readonly Property[]): PatchOperation[] {
  const ordered = row.toSorted((a, b) => {
    const [first = 0n, second = 0n] = [positionOf(a), positionOf(b)];
    return first < second ? -1 : Number(first > second);
  });
  return ordered.flatMap(({ node }, at) => {
    const position = member(node, 'position');
    return position === undefined || integerOf(position) === BigInt(at)
      ? []
      : [{ op: 'replace' as const, path: pointerTo(position), value: at }];
  });
}
