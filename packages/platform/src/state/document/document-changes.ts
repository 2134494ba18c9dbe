import type { DocumentTypeDescription } from '@dapikit/contract';
import type { Document, DocumentData } from './document.js';
import type { TimeName } from '@dapikit/protocol';

/** Names the transitions that leave a document; a delete leaves none. */
export type DocumentTransitionKind =
  | 'create'
  | 'replace'
  | 'updatePrice'
  | 'transfer'
  | 'purchase'
  | 'changeFields';

/** Describes the block that executes a transition. */
export interface Moment {
  /** Milliseconds since the beginning of 1970. */
  readonly time: number;
  readonly height: bigint;
  /** The height of layer 1 that the block knows. */
  readonly coreHeight: number;
}

type Event = 'created' | 'updated' | 'transferred';

/**
 * The times that an action sets; the others stay.
 *
 * Source: `packages/rs-drive/src/state_transition_action/batch/batched_transition/document_transition` in dashpay/platform.
 */
const EVENTS: Readonly<Record<DocumentTransitionKind, readonly Event[]>> = {
  create: ['created', 'updated', 'transferred'],
  replace: ['updated'],
  updatePrice: ['updated'],
  transfer: ['transferred'],
  purchase: ['transferred'],
  changeFields: [],
};

const fieldsOf = (action: DocumentTransitionKind): ReadonlySet<string> =>
  new Set([
    ...(action === 'transfer' || action === 'purchase' ? ['$ownerId'] : []),
    ...EVENTS[action].flatMap((event) => [
      `$${event}At`,
      `$${event}AtBlockHeight`,
      `$${event}AtCoreBlockHeight`,
    ]),
  ]);

const CHANGED: Readonly<Record<DocumentTransitionKind, ReadonlySet<string>>> = {
  create: fieldsOf('create'),
  replace: fieldsOf('replace'),
  updatePrice: fieldsOf('updatePrice'),
  transfer: fieldsOf('transfer'),
  purchase: fieldsOf('purchase'),
  changeFields: fieldsOf('changeFields'),
};

/** Returns the fields of the system that an action changes, whatever their values are. */
export const changedSystemFields = (action: DocumentTransitionKind): ReadonlySet<string> => CHANGED[action];

/** Returns a new document: its first revision, its creator and the times, each only where the type has it. */
export const newDocument = (
  type: DocumentTypeDescription,
  { id, ownerId, data }: Pick<Document, 'id' | 'ownerId' | 'data'>,
  moment: Moment,
): Document => ({
  id,
  ownerId,
  ...(type.requiresRevision ? { revision: 1n } : {}),
  ...(type.hasCreatorId ? { creatorId: ownerId } : {}),
  times: timesAfter(type, 'create', {}, moment),
  data,
});

/** Returns a document with other data, whole; its price is lost. */
export const withData = (
  type: DocumentTypeDescription,
  before: Document,
  data: DocumentData,
  moment: Moment,
): Document => next(type, 'replace', withoutPrice(before), moment, { data });

/** Returns a document at a price in credits. */
export const withPrice = (
  type: DocumentTypeDescription,
  before: Document,
  price: bigint,
  moment: Moment,
): Document => next(type, 'updatePrice', before, moment, { price });

/** Returns a document of another owner, who got or bought it; it is not for sale any more. */
export const withOwner = (
  type: DocumentTypeDescription,
  before: Document,
  ownerId: Uint8Array,
  moment: Moment,
): Document => next(type, 'transfer', withoutPrice(before), moment, { ownerId });

/** Returns a document whose fields a moderator changed; its times stay. */
export const withFields = (
  before: Document,
  data: DocumentData,
  moderatorId: Uint8Array,
  { time }: Pick<Moment, 'time'>,
): Document => ({
  ...before,
  ...(before.revision === undefined ? {} : { revision: before.revision + 1n }),
  moderatedAt: BigInt(time),
  moderatedBy: moderatorId,
  data,
});

function next(
  type: DocumentTypeDescription,
  action: DocumentTransitionKind,
  before: Document,
  moment: Moment,
  changed: Partial<Document>,
): Document {
  return {
    ...before,
    ...(before.revision === undefined ? {} : { revision: before.revision + 1n }),
    times: timesAfter(type, action, before.times, moment),
    ...changed,
  };
}

function withoutPrice(document: Document): Document {
  const { price, ...rest } = document;
  return price === undefined ? document : rest;
}

function timesAfter(
  { recordedTimes }: DocumentTypeDescription,
  action: DocumentTransitionKind,
  before: Document['times'],
  { time, height, coreHeight }: Moment,
): Document['times'] {
  const after: Partial<Record<TimeName, bigint | number>> = { ...before };
  for (const event of EVENTS[action]) {
    const at = `$${event}At` as const;
    if (recordedTimes.includes(at)) after[at] = BigInt(time);
    if (recordedTimes.includes(`${at}BlockHeight`)) after[`${at}BlockHeight`] = height;
    if (recordedTimes.includes(`${at}CoreBlockHeight`)) after[`${at}CoreBlockHeight`] = coreHeight;
  }
  return after;
}
