import { formatPointer } from '../source/json-pointer.js';
import type { JsonNode } from '../source/json-node.js';
import { compareJson, type JsonChange } from './json-changes.js';
import { checkChange, type ChangeVerdict } from './schema-compatibility.js';
import type { RejectedNodes } from './rejected-nodes.js';

/** Describes rejected changes of a schema: those of one keyword, or of one property. */
export interface SchemaConflict {
  readonly verdict: Exclude<ChangeVerdict['verdict'], 'compatible'>;
  readonly subject: ChangeVerdict['subject'];
  /** Keyword, or name of the property. */
  readonly name: string;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
  /** Nearest existing value of the update. */
  readonly place: JsonNode;
  /** Operations and paths, as the platform names them. */
  readonly operations: readonly string[];
}

interface Sides {
  readonly before: JsonNode;
  readonly after: JsonNode;
}

const REQUIRED_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'additionalProperties',
  'position',
  'byteArray',
]);

/**
 * Finds rejected changes of a schema, one for each place.
 *
 * @param prefix keys of the compared values: none for a schema, `$defs` for definitions.
 * @param isSettled returns whether another rule reports a change.
 */
export function findSchemaConflicts(
  { before, after }: Sides,
  rejectedNodes: RejectedNodes,
  prefix: readonly string[],
  isSettled: (change: JsonChange, container: JsonNode) => boolean = () => false,
): SchemaConflict[] {
  const groups = new Map<string, SchemaConflict & { operations: string[] }>();
  for (const change of compareJson(before, after, prefix)) {
    const { verdict, subject, depth } = checkChange(change);
    if (verdict === 'compatible') continue;
    const keys = subject === 'property' ? change.keys : change.keys.slice(0, depth);
    const place = nearest(after, keys.slice(prefix.length));
    if (isAlreadyReported(change, place, rejectedNodes) || isSettled(change, place)) continue;
    const at = formatPointer(keys);
    const conflict = groups.get(at) ?? {
      verdict,
      subject,
      name: String(keys.at(-1)),
      before: find(before, keys.slice(prefix.length)),
      after: find(after, keys.slice(prefix.length)),
      place,
      operations: [],
    };
    conflict.operations.push(`${change.op} ${formatPointer(change.keys)}`);
    groups.set(at, conflict);
  }
  return [...groups.values()];
}

/** Returns whether the network rejects the same place of the update anyway, for a malformed or a missing value. */
function isAlreadyReported(change: JsonChange, place: JsonNode, rejectedNodes: RejectedNodes): boolean {
  if (change.op === 'remove')
    return REQUIRED_MEMBERS.has(String(change.keys.at(-1))) && rejectedNodes.has(place);
  return rejectedNodes.has(place) || (change.after !== undefined && rejectedNodes.has(change.after));
}

function find(from: JsonNode, keys: readonly (string | number)[]): JsonNode | undefined {
  let at: JsonNode | undefined = from;
  for (const key of keys) at = at === undefined ? undefined : step(at, key);
  return at;
}

function nearest(from: JsonNode, keys: readonly (string | number)[]): JsonNode {
  let at = from;
  for (const key of keys) {
    const next = step(at, key);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

function step(from: JsonNode, key: string | number): JsonNode | undefined {
  if (from.kind === 'object') return from.members.get(String(key));
  return from.kind === 'array' ? from.items[Number(key)] : undefined;
}
