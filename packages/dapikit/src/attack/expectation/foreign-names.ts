import { withValue } from '../step/document-value.js';
import type { Expectation, Surprise } from './expectation.js';

/** Finds identifiers that documents claim and that nobody checks. */
export const foreignNames: Expectation = {
  code: 'foreign-identity-named',
  severity: 'hint',
  title: 'A document can name any identity',
  why: 'Only "$ownerId" and "$creatorId" are checked. Any other identifier has what the creator writes: a document that names an author, a seller or a winner proves nothing about that identity.',
  fix: 'Use "$ownerId" for the identity that acts, and show a named one as a claim.',
  async examine({ room, type, source, plain, creator }) {
    const found: Surprise[] = [];
    const documentType = type.name;
    for (const { path } of type.properties.filter((property) => property.type === 'identifier')) {
      const claimed = withValue(plain, path, room.idOf('bob'));
      if (!source.isValid(claimed)) continue;
      const steps = await room.branch(async () => {
        const outcome = await room.perform({
          action: 'create',
          by: creator,
          documentType,
          document: room.nextLabel(documentType),
          data: claimed,
        });
        return outcome.accepted ? room.steps : undefined;
      });
      const message = `nobody checks the "${path}" of a "${documentType}": it can name any identity or document`;
      if (steps !== undefined) found.push({ message, place: ['properties', path], steps });
    }
    return found;
  },
};
