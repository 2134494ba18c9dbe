import { EXTENDED_INDEX_KEYWORDS } from '@dapikit/contract';
import { member, membersOf } from './contract-parts.js';

/** Keywords of a document type of protocol 14 whose effects on the state the local platform does not have. */
const TYPE_KEYWORDS = ['indexOnly', 'entryPayload', 'actionFees'];

/**
 * Returns a keyword of a document type that is checked at registration, and that the local platform does not execute: documents would be stored, found or charged in
 * another way than on the network. `undefined` where the type has none.
 * @param text the official JSON of an accepted contract
 */
export function findUnexecuted(text: string, documentType: string): string | undefined {
  const type = member(member(JSON.parse(text), 'documentSchemas'), documentType);
  const found = TYPE_KEYWORDS.find((keyword) => member(type, keyword) !== undefined);
  if (found !== undefined) return found;
  const indices = Object.values(membersOf({ ...Object(member(type, 'indices')) }));
  for (const index of indices) {
    const keyword = EXTENDED_INDEX_KEYWORDS.find((one) => member(index, one) !== undefined);
    if (keyword !== undefined) return keyword;
    const names = Object.values({ ...Object(member(index, 'properties')) }).flatMap((one) =>
      Object.keys(membersOf(one)),
    );
    const derived = names.find((name) => isDerived(type, name));
    if (derived !== undefined) return derived;
  }
  return undefined;
}

/** Returns whether an index takes a property from the document to which another property refers. */
function isDerived(type: unknown, name: string): boolean {
  const [first = '', ...rest] = name.split('.');
  return rest.length > 0 && member(member(member(type, 'properties'), first), 'refersTo') !== undefined;
}
