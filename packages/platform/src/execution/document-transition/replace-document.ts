import { withData } from '../../state/document/document-changes.js';
import { readMembers } from '../../state/input/read-input.js';
import { checkUniqueChange, checkAllowed } from './check-document-change.js';
import type { DocumentTransition } from './document-transition.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { requireOwnDocument } from './require-document.js';
import { checkSentData, withoutTransient, type DataRequest } from './sent-data.js';

/** Describes a replace as it was read: the whole new data. */
interface ReplaceRequest extends StoredRequest, DataRequest {}

/** Reads the input of a replace. @throws {InputError} */
export function readReplace(input: unknown): ReplaceRequest {
  const members = readMembers(input);
  return { ...readStoredRequest(members), data: readMembers(members['data'], 'data') };
}

/** Puts other data in the place of a document's; its price is lost. */
export const REPLACE: DocumentTransition<ReplaceRequest> = {
  name: 'replace',
  find: requireOwnDocument,
  propose(scope, request, before) {
    const { collection, context } = scope;
    const { type } = collection;
    checkAllowed(scope, type.documentsMutable, 'cannot be changed', 'documentsMutable: true');
    const keepsTransient = context.rules.quirks.replaceKeepsTransient === true;
    const { sent, hints } = checkSentData(scope, request, keepsTransient);
    const stored = keepsTransient ? sent : withoutTransient(scope, sent);
    const after = before && withData(type, before, stored, context.block);
    return { documentId: request.documentId, before, after, sent, hints };
  },
  admit: checkUniqueChange('replace'),
};
