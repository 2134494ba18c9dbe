import { parseExactly } from '../platform/json-argument.js';

/** Holds a contract as plain data: its document types, and where they are. */
export interface ContractParts {
  /** The whole JSON value. */
  readonly root: Readonly<Record<string, unknown>>;
  /** Name of the member with the document types; `undefined` for a bare map of types. */
  readonly member: string | undefined;
  readonly types: ReadonlyMap<string, unknown>;
}

/** Names under which contracts have their document types. */
const MEMBERS = ['documentSchemas', 'documents'];

/** Reads the parts of a contract that the validator has read already. */
export function contractParts(text: string): ContractParts {
  const root = objectOf(parseExactly(text));
  const member = MEMBERS.find((name) => isTypes(root[name]) && !isDocumentType(root[name]));
  const types = member === undefined ? root : objectOf(root[member]);
  return { root, member, types: new Map(Object.entries(types)) };
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

const isTypes = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDocumentType = (value: unknown): boolean => typeof objectOf(value)['type'] === 'string';

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
