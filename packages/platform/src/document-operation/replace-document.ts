import { replacedDocument } from '../document/action-effect.js';
import { readMembers } from '../input/read-input.js';
import { admitChange, checkOffered } from './admit-change.js';
import type { DocumentAction } from './document-action.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { ownDocument } from './find-document.js';
import { checkSentData, withoutTransient } from './sent-data.js';

/** A replace as it was read: the whole new data. */
interface ReplaceRequest extends StoredRequest {
  readonly data: Readonly<Record<string, unknown>>;
}

/** @throws {BadInput} */
export function readReplace(input: unknown): ReplaceRequest {
  const members = readMembers(input);
  return { ...readStoredRequest(members), data: readMembers(members['data'], 'data') };
}

/** Puts other data in the place of a document's; its price is lost. */
export const REPLACE: DocumentAction<ReplaceRequest> = {
  name: 'replace',
  find: ownDocument,
  propose(work, { documentId, data }, before) {
    const { collection, context, protocol } = work;
    const { type } = collection;
    checkOffered(work, type.documentsMutable, 'cannot be changed', 'documentsMutable: true');
    const sent = checkSentData(work, data);
    const stored = protocol.replaceKeepsTransient ? sent : withoutTransient(work, sent);
    const after = before && replacedDocument(type, before, stored, context.block);
    return { documentId, before, after, sent };
  },
  admit: admitChange('replace'),
};
