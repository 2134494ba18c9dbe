import { identifierText } from '../bytes/identifier.js';
import { PlatformError, refuseFor } from '../consensus-error.js';
import type { DocumentAction as EffectAction } from '../document/action-effect.js';
import type { Document } from '../document/document.js';
import { uniqueViolations } from '../document/unique-indices.js';
import type { Proposal } from './document-action.js';
import type { DocumentWork } from './document-work.js';

/** Refuses values that other documents have. @throws {PlatformError} 40105 for each unique index that has them. */
export async function checkUnique(
  { context, collection, protocol }: DocumentWork,
  action: EffectAction,
  after: Document,
): Promise<void> {
  const violations = await uniqueViolations(context.view, collection, {
    action,
    after,
    protocolVersion: protocol.version,
  });
  const documentId = violations.length === 0 ? '' : identifierText(after.id);
  refuseFor(
    'DuplicateUniqueIndexError',
    violations.map(({ properties }) => ({ documentId, properties })),
  );
}

/** Admits a change of a stored document if its values are unique. */
export const admitChange =
  (action: EffectAction) =>
  async (work: DocumentWork, _request: unknown, proposal: Proposal): Promise<Proposal> => {
    if (proposal.after !== undefined) await checkUnique(work, action, proposal.after);
    return proposal;
  };

/**
 * Refuses an action that the document type does not offer.
 * @param option what the type would have to say to offer it, where anything would do.
 * @throws {PlatformError} 10404
 */
export function checkOffered(
  { collection }: DocumentWork,
  isOffered: boolean,
  what: string,
  option?: string,
): void {
  if (isOffered) return;
  throw new PlatformError('InvalidDocumentTransitionActionError', {
    action: `documents of type ${collection.type.name} ${what}`,
    ...(option === undefined ? {} : { option }),
  });
}
