import { valueAt } from '../step/document-value.js';
import type { Expectation } from './expectation.js';

/** Finds types whose documents change after others have read them. */
export const ownerRewrites: Expectation = {
  code: 'owner-rewrites',
  severity: 'hint',
  title: 'The owner of a document can rewrite it, and its former content is gone',
  why: 'Documents are mutable by default, and only types that keep history have the former versions. Who read or answered a document cannot show later what it said.',
  fix: 'Set "documentsMutable": false, or "documentsKeepHistory": true.',
  async examine({ room, type, source, plain, creator }) {
    if (type.documentsKeepHistory) return [];
    const path = source.paths.find(
      (each) => valueAt(plain, each) !== undefined && source.valuesFor(plain, each).length > 0,
    );
    const changed = path === undefined ? undefined : source.differing(plain, [path]);
    if (path === undefined || changed === undefined) return [];
    const documentType = type.name;
    const document = room.nextLabel(documentType);
    await room.perform({ action: 'create', by: creator, documentType, document, data: plain });
    const outcome = await room.perform({
      action: 'replace',
      by: creator,
      documentType,
      document,
      data: changed,
    });
    if (!outcome.accepted) return [];
    const message = `the owner of a "${documentType}" can rewrite it, and nobody can read what it said before`;
    return [{ message, place: [], steps: room.steps }];
  },
};
