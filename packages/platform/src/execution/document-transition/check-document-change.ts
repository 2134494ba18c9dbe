import { describeUntil } from '@dapikit/contract';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError, rejectForEach } from '../../base/errors/consensus-error.js';
import type { DocumentTransitionKind as EffectAction } from '../../state/document/document-changes.js';
import type { Document } from '../../state/document/document.js';
import { hasEntriesOnly } from '../../state/document/entry-document.js';
import { findMissedReference } from '../../state/document/missed-reference.js';
import { findUniqueViolations } from '../../state/document-storage/unique-indices.js';
import { InputError } from '../../base/errors/input-error.js';
import type { Proposal } from './document-transition.js';
import type { DocumentScope } from './document-context.js';

/** Rejects values that other documents have. @throws {ConsensusError} 40105 for each unique index that has them. */
export async function checkUnique(
  { context, collection, protocol }: DocumentScope,
  kind: EffectAction,
  after: Document,
): Promise<void> {
  const violations = await findUniqueViolations(context.view, collection, {
    kind,
    after,
    protocolVersion: protocol.version,
  });
  rejectForEach(
    'DuplicateUniqueIndexError',
    violations.map(({ properties, documentId }) => ({
      documentId: after.id,
      duplicatingProperties: properties,
      existingDocumentId: hasEntriesOnly(collection.type) ? undefined : documentId,
    })),
  );
}

/** Admits a change of a stored document if its values are unique. */
export const checkUniqueChange =
  (action: EffectAction) =>
  async (scope: DocumentScope, _request: unknown, proposal: Proposal): Promise<Proposal> => {
    if (proposal.after !== undefined) await checkUnique(scope, action, proposal.after);
    return proposal;
  };

/**
 * Rejects an action that the document type does not offer.
 * @param option what the type would have to say to offer it, where anything would do.
 * @throws {ConsensusError} 10404
 */
export function checkAllowed(
  { collection }: DocumentScope,
  isOffered: boolean,
  what: string,
  option?: string,
): void {
  if (isOffered) return;
  throw new ConsensusError('InvalidDocumentTransitionActionError', {
    action: `documents of type ${collection.type.name} ${what}`,
    ...(option === undefined ? {} : { option }),
  });
}

/** Rejects a change of a document whose reference the network does not find in an index: it fails there. @throws {InputError} */
export function checkReferences(
  { context: { rules }, collection }: DocumentScope,
  { before, after }: Proposal,
): void {
  if (rules.quirks.missesReferences !== true || before === undefined || after === undefined) return;
  const index = findMissedReference(collection, before, after);
  if (index === undefined) return;
  const names = index.properties.join(', ');
  throw new InputError('documentId', {
    problem: `the document was created without a value that decides about index "${index.name}" (${names}): ${describeUntil('missesReferences')}, the network fails at changes of it`,
    expected: 'a document with these values',
    found: identifierText(before.id),
    fix: 'delete the document, and create another one with the values',
  });
}
