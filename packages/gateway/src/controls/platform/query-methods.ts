import { describeSince, NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract/protocol-versions';
import { anything, exactList, object, oneOf, optional, text, wholeNumber } from '../../base/params/param.js';
import { id, TYPE_NAME } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const WINDOW = {
  timeRange: optional(
    object(
      'window of an index with `timeRange`: `field`, and `select` ("newest" or "oldest") or `start` in milliseconds; `grid` (`range`, `step`, `phase`) where there are several',
    ),
  ),
  integerRange: optional(
    object('window of an index with `integerRange`: `field` and `start`; `grid` where there are several'),
  ),
};
const WHERE = {
  where: optional(exactList('clauses of field, operator and value: `["price", ">=", 5]`; all must match')),
  orderBy: optional(exactList('pairs of field and "asc" or "desc"')),
  ...WINDOW,
};
const QUERY = {
  ...TYPE_NAME,
  ...WHERE,
  limit: optional(anything('0 to 100; 100 if it is 0 or omitted')),
  startAt: optional(id('the first document')),
  startAfter: optional(id('id of the document after which the results start')),
};
const TOTAL = {
  ...TYPE_NAME,
  ...WHERE,
  groupBy: optional(exactList('fields with an "in" or a range')),
  limit: optional(anything('only if values of a range are grouped')),
};
const TOTALS = {
  type: 'object',
  description:
    'count, sum and average of all matching documents; with groupBy, `groups` instead, each with its values and their keys',
};
const DOCUMENTS = { type: 'array', items: { type: 'object' } };
const shopA = { where: [['shop', '==', 'A']] };

/** Lists the queries of documents. */
export const queryMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'getDocument',
    summary: 'Returns a document, or null',
    description: 'By its id.',
    isWrite: false,
    params: { ...TYPE_NAME, id: id('of the document') },
    result: { type: 'object' },
    example: ({ contractId, noteId }) => ({ contractId, documentType: 'note', id: noteId }),
  }),
  definePlatformMethod({
    name: 'getDocuments',
    summary: 'Returns the documents that match a query',
    description:
      'By an index of the type, in its order. What no index serves is rejected; `explainQuery` names one that would.',
    isWrite: false,
    cost: 5,
    params: QUERY,
    result: DOCUMENTS,
    example: ({ contractId }) => ({ contractId, documentType: 'note', ...shopA }),
  }),
  definePlatformMethod({
    name: 'explainQuery',
    summary: 'Explains which index serves a query, or which index it needs',
    description: `Reads no document. \`ok\` is true if an index serves the query; \`warnings\` lists what the network up to protocol ${NEWEST_RELEASED_PROTOCOL} does differently.`,
    isWrite: false,
    params: QUERY,
    result: { type: 'object', required: ['ok', 'text'] },
    example: ({ contractId }) => ({ contractId, documentType: 'note', ...shopA }),
  }),
  definePlatformMethod({
    name: 'getDocumentHistory',
    summary: 'Returns the versions of a document whose type keeps history',
    description:
      'The oldest first, at most 10; go on from the time of the last one. Of several versions of one time the last is ' +
      'stored, as on the network: if the clock is frozen, advance it between changes.',
    isWrite: false,
    cost: 5,
    params: {
      ...TYPE_NAME,
      id: id('of the document'),
      startAtMs: optional(wholeNumber('milliseconds; only versions after it', 0, Number.MAX_SAFE_INTEGER)),
      limit: optional(wholeNumber('how many', 1, 10)),
      offset: optional(wholeNumber('number of documents to skip', 0, 65_535)),
    },
    result: { type: 'array', items: { type: 'object', required: ['time', 'document'] } },
    example: ({ contractId, noteId }) => ({ contractId, documentType: 'note', id: noteId }),
  }),
  definePlatformMethod({
    name: 'getDocumentsCount',
    summary: 'Counts the documents that match',
    description: 'Of a type or an index that counts: as fast with a million documents as with one.',
    isWrite: false,
    cost: 5,
    params: TOTAL,
    result: TOTALS,
    example: ({ contractId }) => ({ contractId, documentType: 'note', ...shopA }),
  }),
  definePlatformMethod({
    name: 'getDocumentsSum',
    summary: 'Sums a property of the documents that match',
    description: 'Of a type or an index that sums this property.',
    isWrite: false,
    cost: 5,
    params: { ...TOTAL, property: anything('property to sum or average') },
    result: TOTALS,
    example: ({ contractId }) => ({ contractId, documentType: 'note', property: 'price', ...shopA }),
  }),
  definePlatformMethod({
    name: 'getDocumentsAverage',
    summary: 'Returns the count and the sum of the documents that match',
    description: 'Of a type or an index that does both.',
    isWrite: false,
    cost: 5,
    params: { ...TOTAL, property: anything('property to sum or average') },
    result: TOTALS,
    example: ({ contractId }) => ({ contractId, documentType: 'note', property: 'price', ...shopA }),
  }),
  definePlatformMethod({
    name: 'getDocumentsRanking',
    summary: 'Returns the groups of a ranked index that score highest, or lowest',
    description: `Exists ${describeSince('extendedLanguage')} on, for indices with \`rankedCountable\`, \`rankedSummable\` or \`rankedAverageable\`. Of equal groups, the greater value of the index comes first where the highest do.`,
    isWrite: false,
    cost: 5,
    params: {
      ...TYPE_NAME,
      by: oneOf('what ranks the groups', ['count', 'sum', 'average']),
      property: optional(text('property that is summed or averaged', 'the name of a property')),
      groupBy: text('property whose values are the groups', 'the name of a property'),
      where: optional(exactList('an "==" for each property of the index before the groups')),
      direction: optional(oneOf('"desc" if omitted', ['asc', 'desc'])),
      limit: wholeNumber('how many groups', 1, 100),
      offset: optional(wholeNumber('number of groups to leave out', 0, Number.MAX_SAFE_INTEGER)),
      ...WINDOW,
    },
    result: { type: 'object', required: ['groups', 'skipped'] },
    example: ({ contractId }) => ({
      contractId,
      documentType: 'note',
      by: 'count',
      groupBy: 'shop',
      limit: 3,
    }),
  }),
];
