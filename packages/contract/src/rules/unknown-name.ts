import type { PatchOperation } from '../diagnostic.js';
import type { ContractFrame } from '../model/contract-frame.js';
import { pointerTo, type JsonNode } from '../source/json-node.js';
import { nearestNames } from './nearest-names.js';

/** Where there are more names, comparing with all of them takes too long. */
const MOST_NAMES = 200;

/** How to mend a name: the one that is meant, where it is clear; nothing otherwise. */
export function misspelling(name: string, names: readonly string[]): { readonly mend?: string } {
  // Any two names of one letter are alike.
  const [nearest] = name.length < 2 || names.length > MOST_NAMES ? [] : nearestNames(name, names);
  return nearest === undefined || nearest === name ? {} : { mend: `Write "${nearest}", if that is meant.` };
}

const MEANT = new WeakMap<JsonNode, ReadonlySet<string>>();

/**
 * Whether an unknown member of a schema is a misspelling of this keyword: it is reported as such, and the keyword is then not
 * reported as missing.
 */
export function isMisspelt(
  keyword: string,
  schema: JsonNode,
  keywords: { has(name: string): boolean; keys(): Iterable<string> },
  { isOversized }: Pick<ContractFrame, 'isOversized'>,
): boolean {
  if (schema.kind !== 'object' || isOversized) return false;
  let meant = MEANT.get(schema);
  if (meant === undefined) {
    const unknown = [...schema.members.keys()].filter((name) => !keywords.has(name));
    const known = unknown.length === 0 ? [] : [...keywords.keys()];
    meant = new Set(unknown.flatMap((name) => nearestNames(name, known).slice(0, 1)));
    MEANT.set(schema, meant);
  }
  return meant.has(keyword);
}

interface KeywordMend {
  readonly mend?: string;
  readonly patch?: readonly PatchOperation[];
}

/**
 * How to mend a keyword that is not known: by the one that is meant where it is misspelled, by what to do instead where that
 * is known, and else by removing it.
 */
export function unknownKeyword(
  node: JsonNode,
  keywords: Iterable<string>,
  { isOversized }: Pick<ContractFrame, 'isOversized'>,
  instead: ReadonlyMap<string, string> = new Map(),
): KeywordMend {
  const name = String(node.key);
  const removed = { patch: [{ op: 'remove' as const, path: pointerTo(node) }] };
  const advice = instead.get(name);
  if (advice !== undefined) return { mend: advice, ...removed };
  const meant = isOversized ? {} : misspelling(name, [...keywords]);
  return 'mend' in meant ? meant : removed;
}
