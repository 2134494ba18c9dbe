import { readIdentifier } from '@dapikit/proof/document-query';
import { bytesKey } from '../../base/bytes/bytes-key.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findStoredContract } from '../../state/contract/contract-store.js';
import type { StoreView } from '../../store/store.js';

/** Describes the contracts to which the references of a contract lead. */
export interface ReferencedContracts {
  /** Those that are registered, in the official JSON. */
  readonly texts: readonly string[];
  /** The first that is not. */
  readonly missing: { readonly id: Uint8Array; readonly path: string } | undefined;
}

/** Defines that references lead to no other contract. */
export const NO_REFERENCED: ReferencedContracts = { texts: [], missing: undefined };

/** Finds the contracts to which the references of a contract lead, but for itself. @param contract JSON text, or its value */
export async function findReferencedContracts(
  view: StoreView,
  contract: unknown,
  ownId: Uint8Array,
): Promise<ReferencedContracts> {
  const texts: string[] = [];
  let missing: ReferencedContracts['missing'];
  for (const named of listNamed(contract)) {
    if (compareBytes(named.id, ownId) === 0) continue;
    const found = await findStoredContract(view, named.id);
    if (found === undefined) missing ??= named;
    else texts.push(found.text);
  }
  return { texts, missing };
}

/** Rejects a contract whose references lead to one that is not registered. @throws {ConsensusError} 40120 */
export function requireReferenced({ missing }: ReferencedContracts): void {
  if (missing === undefined) return;
  const id = identifierText(missing.id);
  throw new ConsensusError('ReferencedEntityNotFoundError', {
    fields: { entityId: id, entityType: 'contract', path: missing.path },
    summary: `"${missing.path}" refers to documents of contract ${id}, which is not registered`,
    fix: 'register that contract first, or check its id',
  });
}

interface Named {
  readonly id: Uint8Array;
  readonly path: string;
}

/** More are in no contract that is small enough to be registered. */
const MAX_VALUES = 100_000;
const MAX_DEPTH = 64;

/** Lists the contracts that references name, each once, with where it is named first. */
function listNamed(contract: unknown): readonly Named[] {
  const named = new Map<string, Named>();
  let budget = MAX_VALUES;
  const visit = (value: unknown, path: readonly string[]): void => {
    budget -= 1;
    if (budget < 0 || path.length > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    const members = new Map(Object.entries(value));
    const id =
      typeof members.get('documentType') === 'string' ? readIdentifier(members.get('contractId')) : undefined;
    if (id !== undefined && !named.has(bytesKey(id)))
      named.set(bytesKey(id), { id, path: path.filter((name) => !SCHEMA_NAMES.has(name)).join('.') });
    for (const [name, member] of members) visit(member, [...path, name]);
  };
  visit(valueOf(contract), []);
  return [...named.values()];
}

/** Names around a property, which its path does not have. */
const SCHEMA_NAMES: ReadonlySet<string> = new Set(['documentSchemas', 'properties', 'refersTo', 'items']);

function valueOf(contract: unknown): unknown {
  if (typeof contract !== 'string') return contract;
  try {
    return JSON.parse(contract);
  } catch {
    return undefined;
  }
}
