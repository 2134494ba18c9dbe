import type { FedDocument, FedTransition, PlatformFeed, TransitionRejection } from '@dapikit/platform';
import { invalidParams, type JsonRpcError } from '../../base/messages/json-rpc-error.js';
import type { DocumentedError, JsonSchema } from '../../base/method/method-docs.js';
import { namedParams } from '../../base/params/named-params.js';
import { exactList, oneOf, optional, text, texts, wholeNumber } from '../../base/params/param.js';
import { id } from '../../base/params/platform-param.js';
import { defineSubscription, type Subscription } from '../../json-rpc/subscriptions/subscription.js';
import { follow, noticeObject, noticesOf, sharingLast, type NoticeOf } from './feed-notices.js';
import { matchesWhere, type DocumentTest } from './matches-where.js';

/** Lists the dependencies of subscriptions to a platform. */
export interface FeedContext {
  /** Opens the platform where it is not open yet. @throws {JsonRpcError} */
  readonly feed: () => Promise<PlatformFeed>;
  /** Checks that a document type exists. @throws {JsonRpcError} */
  readonly requireType: (type: {
    readonly contractId: string;
    readonly documentType: string;
  }) => Promise<void>;
}

const FROM = {
  fromHeight: optional(
    wholeNumber(
      'the first height to notify of: one above that of the last notification',
      0,
      Number.MAX_SAFE_INTEGER,
    ),
  ),
  run: optional(text('the `run` of that notification: other blocks may have the heights in another run')),
};

const RESUMING =
  'Without `fromHeight` it begins with the next block. To resume, give it with one above the last `height`, and `run`: notifications ' +
  'begin with the blocks since. The platform keeps the last blocks in memory, as many as the setting `platform-feed-blocks` says and at most 16 MB. ' +
  'A `replaced` notification says that the state is another one: a snapshot was reverted to (`revert`), a file was imported ' +
  '(`import`), another process made blocks (`other-process`), or blocks left the memory before they were sent (`missed`). ' +
  'Read again what you keep; blocks above its `height` follow.';

const RESUME_ERRORS: readonly DocumentedError[] = [
  { code: -32602, reason: 'invalid-params', when: 'params are not as described' },
  {
    code: -32602,
    reason: 'too-far-back',
    when: 'the blocks from `fromHeight` on are not kept any more: `expected` names the oldest',
  },
  {
    code: -32602,
    reason: 'height-out-of-range',
    when: 'the last block is more than a block below `fromHeight`',
  },
  {
    code: -32602,
    reason: 'other-run',
    when: '`run` is that of an earlier process or state: subscribe without `fromHeight`',
  },
  { code: -32003, reason: 'store-unavailable', when: 'the database of the platform does not respond' },
];

const replacedSchema: JsonSchema = {
  description: 'The state is another one.',
  type: 'object',
  properties: {
    event: { const: 'replaced' },
    run: { type: 'string' },
    reason: { enum: ['revert', 'import', 'other-process', 'missed'] },
    height: { type: 'integer', minimum: 0 },
  },
  required: ['event', 'run', 'reason', 'height'],
};

const eventSchema = (event: string, description: string, more: JsonSchema): JsonSchema => ({
  description,
  type: 'object',
  properties: {
    event: { const: event },
    run: { type: 'string' },
    height: { type: 'integer', minimum: 0 },
    time: { type: 'integer' },
    ...more,
  },
  required: ['event', 'run', 'height', 'time', ...Object.keys(more)],
});

/** Notifies of every block of the platform. */
const subscribeToPlatformBlocks = defineSubscription<ReadFrom, FeedContext>({
  name: 'subscribeToPlatformBlocks',
  summary: 'Blocks of the local platform',
  description: `Each block is one above the one before, with its time, its epoch, the height of layer 1 that it knows, and its transitions. ${RESUMING}`,
  params: namedParams(FROM),
  notification: {
    oneOf: [
      eventSchema('block', 'The block is stored.', {
        coreHeight: { type: 'integer' },
        epoch: { type: 'integer' },
        transitions: { type: 'array' },
      }),
      replacedSchema,
    ],
  },
  errors: RESUME_ERRORS,
  exampleParams: () => ({}),
  begin: async (from, context, { mayControl }) => {
    const { feed, position } = await resumed(context, from);
    return follow(feed, position, blockNotices(feed, mayControl));
  },
});

/** Notifies of transitions. */
const subscribeToTransitions = defineSubscription<ReadFrom & TransitionFilter, FeedContext>({
  name: 'subscribeToTransitions',
  summary: 'Transitions of the local platform that match',
  description:
    'A notification has all transitions of a block that match, signed ones and unsigned calls: kind, contract, document type, signer, `id` of signed ones, fee and, where the block rejected ' +
    'it at a charge, `rejection`: its number and name, and for those who may use the unsigned controls the reason. With `results: "rejected"` or without `results`, a local network also tells those who may use its unsigned controls of transitions that no block has, in `rejected` notifications, ' +
    `which are not repeated when a subscriber resumes. ${RESUMING}`,
  params: namedParams({
    contractId: optional(id('that the transitions are about')),
    types: optional(texts('kinds of transitions, such as `documentCreate` or `identityCreditTransfer`')),
    identity: optional(id('that signs the transitions, or that they name')),
    results: optional(oneOf('of the transitions; both when absent', ['executed', 'rejected'])),
    ...FROM,
  }),
  notification: {
    oneOf: [
      eventSchema('transitions', 'A block has transitions that match.', { transitions: { type: 'array' } }),
      {
        description: 'A transition that matches was rejected, and no block has it.',
        type: 'object',
        properties: {
          event: { const: 'rejected' },
          run: { type: 'string' },
          height: { type: 'integer', minimum: 0 },
          transition: { type: 'object' },
        },
        required: ['event', 'run', 'height', 'transition'],
      },
      replacedSchema,
    ],
  },
  errors: RESUME_ERRORS,
  exampleParams: () => ({ types: ['documentCreate'] }),
  begin: async (params, context, { mayControl }) => {
    checkTypes(params.types ?? []);
    const { feed, position } = await resumed(context, params);
    const transitionJson = jsonOfTransitions(mayControl);
    const isWanted = (transition: FedTransition): boolean => isMatching(transition, params);
    const begin = follow(
      feed,
      position,
      noticesOf(feed, ({ transitions }) => {
        const wanted = transitions.filter(isWanted);
        return wanted.length === 0
          ? undefined
          : { event: 'transitions', transitions: wanted.map(transitionJson) };
      }),
    );
    return (notify) => {
      const stop = begin(notify);
      const stopRejections = mayControl
        ? feed.watchRejections((transition, height) => {
            if (isWanted(transition))
              notify(
                noticeObject({
                  event: 'rejected',
                  run: feed.run,
                  height,
                  transition: transitionJson(transition),
                }),
              );
          })
        : () => undefined;
      return () => {
        stop();
        stopRejections();
      };
    };
  },
});

/** Notifies of documents. */
const subscribeToDocuments = defineSubscription<ReadFrom & DocumentFilter, FeedContext>({
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
    ...FROM,
  }),
  notification: {
    oneOf: [
      eventSchema('documents', 'A block has changed documents that match.', { documents: { type: 'array' } }),
      replacedSchema,
    ],
  },
  errors: RESUME_ERRORS,
  exampleParams: () => ({
    contractId: 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec',
    documentType: 'domain',
  }),
  begin: async (params, context) => {
    const matches = matchesWhere(params.where ?? []);
    await context.requireType(params);
    const { feed, position } = await resumed(context, params);
    const noticeOf = noticesOf(feed, ({ documents }) => {
      const wanted = documents.filter((one) => isOfType(one, params) && isEither(one, matches));
      return wanted.length === 0 ? undefined : { event: 'documents', documents: wanted.map(documentJson) };
    });
    return follow(feed, position, noticeOf);
  },
});

/** Lists every subscription to a local platform. The server, its documentation and its tests are derived from this table. */
export const platformSubscriptions: readonly Subscription<FeedContext>[] = [
  subscribeToPlatformBlocks,
  subscribeToTransitions,
  subscribeToDocuments,
];

interface ReadFrom {
  readonly fromHeight: number | undefined;
  readonly run: string | undefined;
}

interface TransitionFilter {
  readonly contractId: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly identity: string | undefined;
  readonly results: 'executed' | 'rejected' | undefined;
}

interface DocumentFilter {
  readonly contractId: string;
  readonly documentType: string;
  readonly where: readonly unknown[] | undefined;
}

/** Returns where a subscriber begins. @throws {JsonRpcError} */
async function resumed(
  context: FeedContext,
  { fromHeight, run }: ReadFrom,
): Promise<{ readonly feed: PlatformFeed; readonly position: number }> {
  const feed = await context.feed();
  if (run !== undefined && run !== feed.run)
    throw wrongStart(
      'other-run',
      'run',
      feed.run,
      run,
      'Read the state again, and subscribe without fromHeight.',
    );
  if (fromHeight === undefined) return { feed, position: feed.positionOf() };
  const [oldest, next] = [feed.oldest(), feed.height() + 1n];
  const height = BigInt(fromHeight);
  const expected = `a height from ${oldest} to ${next}`;
  if (height > next)
    throw wrongStart(
      'height-out-of-range',
      'fromHeight',
      expected,
      fromHeight,
      'The platform has not come so far.',
    );
  if (height < oldest)
    throw wrongStart(
      'too-far-back',
      'fromHeight',
      expected,
      fromHeight,
      `The oldest block that is kept is ${oldest}: read the state again, and subscribe without fromHeight.`,
    );
  return { feed, position: feed.positionOf(height) };
}

const wrongStart = (
  reason: string,
  at: string,
  expected: string,
  found: unknown,
  fix: string,
): JsonRpcError =>
  invalidParams(`params/${at} is not accepted`, { reason, expected, found, at: `/params/${at}`, fix });

function isMatching(
  transition: FedTransition,
  { contractId, types, identity, results }: TransitionFilter,
): boolean {
  return (
    (contractId === undefined || transition.contractId === contractId) &&
    (types === undefined || types.includes(transition.kind)) &&
    (identity === undefined || transition.signerId === identity || transition.named.has(identity)) &&
    (results === undefined || (results === 'rejected') === (transition.rejection !== undefined))
  );
}

/** Notices of blocks by their feed: all subscribers get the same objects, each of which is serialised once. */
const noticesByFeed = new WeakMap<PlatformFeed, { readonly own: NoticeOf; readonly others: NoticeOf }>();

/** @param mayControl whether the subscriber may use the unsigned controls */
function blockNotices(feed: PlatformFeed, mayControl: boolean): NoticeOf {
  let notices = noticesByFeed.get(feed);
  if (notices === undefined) {
    notices = {
      own: newBlockNotices(feed, true),
      others: newBlockNotices(feed, false),
    };
    noticesByFeed.set(feed, notices);
  }
  return mayControl ? notices.own : notices.others;
}

const newBlockNotices = (feed: PlatformFeed, mayControl: boolean): NoticeOf =>
  sharingLast(
    noticesOf(feed, ({ block: { coreHeight, epoch }, transitions }) => ({
      event: 'block',
      coreHeight,
      epoch,
      transitions: transitions.map(jsonOfTransitions(mayControl)),
    })),
  );

/** Returns what tells of a transition. Messages of rejections quote contents: those who may not use the controls get the number and the name. */
const jsonOfTransitions =
  (mayControl: boolean) =>
  ({ named: _named, rejection, ...transition }: FedTransition): object => ({
    ...transition,
    ...(rejection && {
      rejection: mayControl ? rejection : withoutContents(rejection),
    }),
  });

const withoutContents = ({ code, name, docs, isPaid }: TransitionRejection): object => ({
  code,
  name,
  docs,
  isPaid,
});

const MAX_TYPES = 100;
/** The longest name of a kind has less. */
const MAX_TYPE_LENGTH = 64;

/** @throws {JsonRpcError} -32602 for more or longer types than there are */
function checkTypes(types: readonly string[]): void {
  if (types.length <= MAX_TYPES && types.every(({ length }) => length <= MAX_TYPE_LENGTH)) return;
  throw invalidParams('params/types is not accepted', {
    reason: 'invalid-params',
    expected: `at most ${MAX_TYPES} types of at most ${MAX_TYPE_LENGTH} characters`,
    found: types.length,
    at: '/params/types',
  });
}

const isOfType = (one: FedDocument, { contractId, documentType }: DocumentFilter): boolean =>
  one.contractId === contractId && one.documentType === documentType;

const isEither = ({ before, after }: FedDocument, matches: DocumentTest): boolean =>
  [before(), after()].some((document) => document !== undefined && matches(document));

const documentJson = ({ before, after }: FedDocument): object => ({
  before: before() ?? null,
  after: after() ?? null,
});
