import { withData } from '../../state/document/document-changes.js';
import { readMembers } from '../../state/input/read-input.js';
import { checkUniqueChange, checkAllowed } from './check-document-change.js';
import type { DocumentTransition } from './document-transition.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { requireOwnDocument } from './require-document.js';
import { checkSentData, stamped, withoutTransient, type DataRequest } from './sent-data.js';

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
  async propose(scope, request, before) {
    const { collection, context } = scope;
    const { type } = collection;
    checkAllowed(scope, type.documentsMutable, 'cannot be changed', 'documentsMutable: true');
    const keepsTransient = context.rules.quirks.replaceKeepsTransient === true;
    const { documentId } = request;
    if (before === undefined) return { documentId };
    const begun = withData(type, before, {}, context.block);
    const write = { action: 'replace', before, begun } as const;
    const checked = await checkSentData(scope, request, write, keepsTransient);
    const data = keepsTransient ? checked.sent : withoutTransient(scope, checked.sent);
    return { documentId, before, after: stamped(scope, { ...begun, data }), ...checked };
  },
  admit: checkUniqueChange('replace'),
};
