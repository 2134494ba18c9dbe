import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { getPointer, type JsonNode } from '../source/json-node.js';
import { formatPointer } from '../source/json-pointer.js';
import { truncate } from '../source/excerpt.js';
import { nearestNames } from '../text/nearest-names.js';
import type { Finding } from './rule.js';

/** Limits the names to compare: more take too long. */
export const MAX_NAMES = 200;

/** Suggests the known name that an unknown one is probably a misspelling of. */
export function suggestName(name: string, names: readonly string[]): { readonly suggestion?: string } {
  // Any two names of one letter are similar.
  const [nearest] = name.length < 2 || names.length > MAX_NAMES ? [] : nearestNames(name, names);
  return nearest === undefined || nearest === name ? {} : { suggestion: nearest };
}

/**
 * Creates a patch that writes the suggested name: it renames the member if the finding is at its name, else it replaces
 * the text. Returns undefined without a suggestion,
 * if the name is taken, or if the value is no text.
 */
function createNamePatch(
  node: JsonNode | undefined,
  suggestion: string | undefined,
  isAtName: boolean,
): readonly PatchOperation[] | undefined {
  if (node === undefined || suggestion === undefined) return undefined;
  const from = getPointer(node);
  if (!isAtName)
    return node.kind === 'string' ? [{ op: 'replace', path: from, value: suggestion }] : undefined;
  const { parent } = node;
  if (parent?.kind !== 'object' || parent.members.has(suggestion)) return undefined;
  return [{ op: 'move', from, path: `${getPointer(parent)}${formatPointer([suggestion])}` }];
}

/**
 * Completes a finding with the patch that writes the suggested name. If the member cannot have that name because another
 * one has it, the finding says so instead.
 */
export function suggestFix(node: JsonNode | undefined, finding: Finding): Finding {
  const { suggestion, isAtName = false } = finding;
  if (suggestion === undefined || finding.patch !== undefined) return finding;
  const patch = createNamePatch(node, suggestion, isAtName);
  if (patch !== undefined) return { ...finding, patch };
  const { suggestion: _, ...others } = finding;
  return isAtName
    ? {
        ...others,
        note: `"${suggestion}" is beside it`,
        fix: `Remove "${truncate(String(node?.key))}" or "${suggestion}".`,
      }
    : others;
}
