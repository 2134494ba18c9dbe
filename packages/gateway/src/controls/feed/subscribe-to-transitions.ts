import type { FedTransition } from '@dapikit/platform';
import { invalidParams } from '../../base/messages/json-rpc-error.js';
import { namedParams } from '../../base/params/named-params.js';
import { oneOf, optional, texts } from '../../base/params/param.js';
import { checkedId } from '../../base/params/platform-param.js';
import { defineSubscription } from '../../json-rpc/subscriptions/subscription.js';
import { eventSchema, REPLACED_SCHEMA } from './event-schema.js';
import type { FeedContext } from './feed-context.js';
import { follow, noticeObject, noticesOf } from './feed-notices.js';
import { FEED_ERRORS, openFeed, RESUMING, START, type FeedStart } from './feed-start.js';
import { jsonOfTransitions } from './transition-json.js';

/** Notifies of transitions. */
export const subscribeToTransitions = defineSubscription<FeedStart & TransitionFilter, FeedContext>({
  name: 'subscribeToTransitions',
  summary: 'Transitions of the local platform that match',
  description:
    'A notification has all transitions of a block that match, signed ones and unsigned calls: kind, contract, document type, signer, `id` of signed ones, fee and, where the block rejected ' +
    'it at a charge, `rejection`: its number and name, and for those who may use the unsigned controls the reason. With `results: "rejected"` or without `results`, a local network also notifies those who may use its unsigned controls of transitions that no block has, by `rejected` notifications, ' +
    `which are not repeated when a subscriber resumes. ${RESUMING}`,
  params: namedParams({
    contractId: optional(checkedId('that the transitions are about')),
    types: optional(texts('kinds of transitions, such as `documentCreate` or `identityCreditTransfer`')),
    identity: optional(checkedId('that signs the transitions, or that they name')),
    results: optional(oneOf('of the transitions; both when absent', ['executed', 'rejected'])),
    ...START,
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
      REPLACED_SCHEMA,
    ],
  },
  errors: FEED_ERRORS,
  exampleParams: () => ({ types: ['documentCreate'] }),
  begin: async (params, context, { mayControl }) => {
    checkTypes(params.types ?? []);
    const { feed, position } = await openFeed(context, params);
    const transitionJson = jsonOfTransitions(mayControl);
    const isWanted = (transition: FedTransition): boolean => isMatching(transition, params);
    const begin = follow(
      feed,
      position,
      noticesOf(({ transitions }) => {
        const wanted = transitions.filter(isWanted);
        return wanted.length === 0
          ? undefined
          : { event: 'transitions', transitions: wanted.map(transitionJson) };
      }),
    );
    return (notify) => {
      const stop = begin(notify);
      const stopRejections = mayControl
        ? feed.watchRejections((transition, height, run) => {
            if (isWanted(transition))
              notify(
                noticeObject({
                  event: 'rejected',
                  run,
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

interface TransitionFilter {
  readonly contractId: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly identity: string | undefined;
  readonly results: 'executed' | 'rejected' | undefined;
}

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
