import { pointerOf } from '../source/json-pointer.js';
import type { JsonNode } from '../source/json-node.js';
import { jsonChanges, type JsonChange } from './json-changes.js';
import { judgeChange, type ChangeVerdict } from './schema-compatibility.js';
import type { Soundness } from './soundness.js';

/** What an update may not do to a schema: the changes of one keyword, or of one property, that the platform refuses. */
export interface SchemaFault {
  readonly verdict: Exclude<ChangeVerdict['verdict'], 'compatible'>;
  readonly subject: ChangeVerdict['subject'];
  /** The keyword, or the name of the property. */
  readonly name: string;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
  /** The nearest value of the update that is there. */
  readonly place: JsonNode;
  /** Operation and path, as the platform names them. */
  readonly operations: readonly string[];
}

interface Sides {
  readonly before: JsonNode;
  readonly after: JsonNode;
}

const NEEDED: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'additionalProperties',
  'position',
  'byteArray',
]);

/**
 * What an update may not do to a schema, the same place once.
 *
 * @param prefix the keys of the values compared: none for a schema, `$defs` for definitions.
 * @param isSettled whether another rule already tells a change.
 */
export function schemaFaults(
  { before, after }: Sides,
  soundness: Soundness,
  prefix: readonly string[],
  isSettled: (change: JsonChange, holder: JsonNode) => boolean = () => false,
): SchemaFault[] {
  const groups = new Map<string, SchemaFault & { operations: string[] }>();
  for (const change of jsonChanges(before, after, prefix)) {
    const { verdict, subject, depth } = judgeChange(change);
    if (verdict === 'compatible') continue;
    const keys = subject === 'property' ? change.keys : change.keys.slice(0, depth);
    const place = nearest(after, keys.slice(prefix.length));
    if (isToldAlready(change, place, soundness) || isSettled(change, place)) continue;
    const at = pointerOf(keys);
    const fault = groups.get(at) ?? {
      verdict,
      subject,
      name: String(keys.at(-1)),
      before: find(before, keys.slice(prefix.length)),
      after: find(after, keys.slice(prefix.length)),
      place,
      operations: [],
    };
    fault.operations.push(`${change.op} ${pointerOf(change.keys)}`);
    groups.set(at, fault);
  }
  return [...groups.values()];
}

/** Whether the update is refused at that very place anyway: what it puts there is malformed, or it left out what must be there. */
function isToldAlready(change: JsonChange, place: JsonNode, soundness: Soundness): boolean {
  if (change.op === 'remove') return NEEDED.has(String(change.keys.at(-1))) && soundness.isRefusedAt(place);
  return soundness.isRefusedAt(place) || (change.after !== undefined && soundness.isRefusedAt(change.after));
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
