import { detectShape } from '../model/contract-shape.js';
import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { getPlainValue, isRecord } from '../foreign/plain-value.js';
import {
  findNode,
  getInteger,
  getMember,
  type ArrayNode,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { formatStep } from '../source/json-pointer.js';
import { readJson } from '../source/read-json.js';
import { applyEdits, textEdits } from '../source/text-edits.js';
import { compareContracts, type CompareContractsOptions } from './compare-contracts.js';

/** Names a change of a value in an update. */
export type ChangeKind = 'remove' | 'raise' | 'lower' | 'change' | 'add';

/** Describes a change that an update can or cannot make. */
export interface PossibleChange {
  readonly kind: ChangeKind;
  readonly isAllowed: boolean;
  /** Message and code of the first error, where it is not allowed. */
  readonly reason?: { readonly message: string; readonly code: string };
}

/**
 * Tries what an update could do with a value of a registered contract: remove it, raise, lower or change it, or add to it. Each is
 * judged as {@link compareContracts} does.
 *
 * @param registered the contract as JSON text, which the network accepts.
 * @param pointer JSON pointer (RFC 6901) of the value.
 * @returns nothing for a value that the contract does not have, and where the contract itself cannot be updated.
 * @throws {InvalidOptionError} as `compareContracts` does.
 * @example
 * import { listPossibleChanges } from '@dapikit/contract';
 *
 * const text = '{"note": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}';
 * const changes = listPossibleChanges(text, '/note/properties/text/maxLength');
 * changes.map(({ kind, isAllowed }) => `${kind} ${isAllowed}`); // => ['remove true', 'raise true', 'lower false']
 */
export function listPossibleChanges(
  registered: string,
  pointer: string,
  options: CompareContractsOptions = {},
): readonly PossibleChange[] {
  const { root } = readJson(registered);
  const node = root && findNode(root, pointer);
  if (root?.kind !== 'object' || node === undefined || pointer === '') return [];
  const version = nextVersion(root, pointer, options);
  const edit = textEdits(registered);
  const attempt = (patch: readonly PatchOperation[]): ReturnType<typeof compareContracts> | undefined => {
    const edits = edit([...patch, ...version]);
    return edits && compareContracts(registered, applyEdits(registered, edits), options);
  };
  if (attempt([])?.accepted !== true) return [];
  return listAttempts(node, pointer).flatMap(([kind, operation]): PossibleChange[] => {
    const verdict = attempt([operation]);
    if (verdict === undefined) return [];
    const error = verdict.diagnostics.find(({ rejectedBy }) => rejectedBy === 'network');
    return [
      {
        kind,
        isAllowed: verdict.accepted,
        ...(error && { reason: { message: error.message, code: error.code } }),
      },
    ];
  });
}

/** Returns the operation that an update of a whole contract needs beside the tried one. */
function nextVersion(
  root: ObjectNode,
  pointer: string,
  { form = 'auto' }: CompareContractsOptions,
): PatchOperation[] {
  const version = getInteger(getMember(root, 'version'));
  if (version === undefined || pointer === '/version' || detectShape(root, form) === 'documents') return [];
  return [{ op: 'replace', path: '/version', value: Number(version) + 1 }];
}

function listAttempts(node: JsonNode, path: string): (readonly [ChangeKind, PatchOperation])[] {
  const replace = (value: unknown): PatchOperation => ({ op: 'replace', path, value });
  const removal = ['remove', { op: 'remove', path }] as const;
  switch (node.kind) {
    case 'number':
      return [removal, ['raise', replace(node.value + 1)], ['lower', replace(node.value - 1)]];
    case 'boolean':
      return [removal, ['change', replace(!node.value)]];
    case 'string':
      return [removal, ['change', replace(`${node.value}x`)]];
    case 'object':
    case 'array':
      return [removal, ...listAdditions(node, path)];
    default:
      return [removal];
  }
}

/** Adds a copy of the last member with a name and a position that are free, or of the last text with another end. */
function listAdditions(
  node: ObjectNode | ArrayNode,
  path: string,
): (readonly [ChangeKind, PatchOperation])[] {
  if (node.kind === 'array') {
    const last = node.items.at(-1);
    return last?.kind === 'string'
      ? [['add', { op: 'add', path: `${path}/-`, value: `${last.value}x` }]]
      : [];
  }
  const entries = [...node.members];
  const last = entries.at(-1);
  if (last?.[1].kind !== 'object' || entries.some(([, { kind }]) => kind !== 'object')) return [];
  const positions = entries.map(([, member]) => getMember(member, 'position'));
  const isPlaced = positions.every((position) => getInteger(position) !== undefined);
  const copy = getPlainValue(last[1]);
  const value = isRecord(copy) && isPlaced ? { ...copy, position: entries.length } : copy;
  const name = /^\d+$/.test(last[0]) ? String(entries.length) : `${last[0]}x`;
  return [['add', { op: 'add', path: path + formatStep(name), value }]];
}
