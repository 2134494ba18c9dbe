import type { ContractShape } from '@dapikit/contract';
import { parseExactly } from '../platform/exact-json.js';

/** Holds a contract as plain data: its document types, and where they are. */
export interface ContractParts {
  /** The whole JSON value. */
  readonly root: Readonly<Record<string, unknown>>;
  /** Name of the member with the document types; `undefined` for a bare map of types. */
  readonly member: string | undefined;
  readonly types: ReadonlyMap<string, unknown>;
  /** Name of the member with the schemas that document types share. */
  readonly defsMember: string | undefined;
  readonly defs: Readonly<Record<string, unknown>>;
}

/** Names of the members with the document types and with their shared schemas, by the shape of a contract. */
const MEMBERS: Readonly<Record<ContractShape, { readonly types?: string; readonly defs?: string }>> = {
  official: { types: 'documentSchemas', defs: 'schemaDefs' },
  specification: { types: 'documents', defs: '$defs' },
  documents: {},
};

/** Reads the parts of a contract whose shape the validator has read. */
export function contractParts(text: string, shape: ContractShape): ContractParts {
  const root = objectOf(parseExactly(text));
  const { types: member, defs: defsMember } = MEMBERS[shape];
  const types = member === undefined ? root : objectOf(root[member]);
  const defs = defsMember === undefined ? {} : objectOf(root[defsMember]);
  return { root, member, defsMember, defs, types: new Map(Object.entries(types)) };
}

/** Returns a contract with other document types; that of an update has the next version. */
export function withTypes(
  { root, member }: ContractParts,
  types: ReadonlyMap<string, unknown>,
  version?: unknown,
): Readonly<Record<string, unknown>> {
  const map = Object.fromEntries(types);
  if (member === undefined) return map;
  return { ...root, [member]: map, ...(version !== undefined && { version }) };
}

/** Returns a contract with the shared schemas of another one, too; the other one's count where both have a name. */
export function withDefs(parts: ContractParts, { defs }: ContractParts): ContractParts {
  const { root, defsMember } = parts;
  if (defsMember === undefined || Object.keys(defs).length === 0) return parts;
  const all = { ...parts.defs, ...defs };
  return { ...parts, defs: all, root: { ...root, [defsMember]: all } };
}

/** Returns the members of an object; none of another value. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
