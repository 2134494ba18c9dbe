import type { FedDocument } from '@dapikit/platform';
import { namedParams } from '../../base/params/named-params.js';
import { exactList, optional, text } from '../../base/params/param.js';
import { id } from '../../base/params/platform-param.js';
import { defineSubscription } from '../../json-rpc/subscriptions/subscription.js';
import { eventSchema, REPLACED_SCHEMA } from './event-schema.js';
import type { FeedContext } from './feed-context.js';
import { follow, noticesOf } from './feed-notices.js';
import { FEED_ERRORS, openFeed, RESUMING, START, type FeedStart } from './feed-start.js';
import { matchesWhere, type DocumentTest } from './matches-where.js';

/** Notifies of documents. */
export const subscribeToDocuments = defineSubscription<FeedStart & DocumentFilter, FeedContext>({
  name: 'subscribeToDocuments',
  summary: 'Documents of a type that change on the local platform, before and after',
  description:
    'A notification has all documents of the type that a block created, changed or deleted: `before` is null for a new one, `after` for a deleted one. With `where`, ' +
    `those that match all clauses before or after; the clauses are those of a query, and need no index. ${RESUMING}`,
  params: namedParams({
    contractId: id('of the documents'),
    documentType: text('of the documents'),
    where: optional(
      exactList(
        'clauses of field, operator (==, <, <=, >, >=, in, startsWith) and value: `["price", ">=", 5]`',
      ),
    ),
    ...START,
  }),
  notification: {
    oneOf: [
      eventSchema('documents', 'A block has changed documents that match.', { documents: { type: 'array' } }),
      REPLACED_SCHEMA,
    ],
  },
  errors: FEED_ERRORS,
  exampleParams: () => ({
    contractId: 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec',
    documentType: 'domain',
  }),
  begin: async (params, context) => {
    const matches = matchesWhere(params.where ?? []);
    await context.requireType(params);
    const { feed, position } = await openFeed(context, params);
    const noticeOf = noticesOf(({ documents }) => {
      const wanted = documents.filter((one) => isOfType(one, params) && isEither(one, matches));
      return wanted.length === 0 ? undefined : { event: 'documents', documents: wanted.map(documentJson) };
    });
    return follow(feed, position, noticeOf);
  },
});

interface DocumentFilter {
  readonly contractId: string;
  readonly documentType: string;
  readonly where: readonly unknown[] | undefined;
}

const isOfType = (one: FedDocument, { contractId, documentType }: DocumentFilter): boolean =>
  one.contractId === contractId && one.documentType === documentType;

const isEither = ({ before, after }: FedDocument, matches: DocumentTest): boolean =>
  [before(), after()].some((document) => document !== undefined && matches(document));

const documentJson = ({ before, after }: FedDocument): object => ({
  before: before() ?? null,
  after: after() ?? null,
});
