import { InvalidOptionError } from '../diagnostic/contract-error.js';
import { decodeIdentifier } from '../model/identifier.js';
import type { Data } from './data.js';
import type { AssumedState } from './assumed-state.js';
import type { OutsideFacts } from './outside-facts.js';

/** Lists the writes of a document. */
export const WRITE_ACTIONS = [
  'create',
  'replace',
  'delete',
  'transfer',
  'purchase',
  'update_price',
  'restore',
] as const;

/** Names a write of a document; `restore` is that of moderators. */
export type WriteAction = (typeof WRITE_ACTIONS)[number];

/** Describes a write of a document, and what surrounds it. */
export interface DocumentWrite {
  /** `create` when absent. */
  readonly action?: WriteAction;
  /** Properties that are sent, of a create or replace: JSON text, or a JSON value. */
  readonly document?: unknown;
  /** Properties of the stored document, of any write but a create: JSON text, or a JSON value. */
  readonly stored?: unknown;
  /** Identity that owns the document after the write: base58 text, or 32 bytes. */
  readonly ownerId?: string | Uint8Array;
  /** Identity that created the document: base58 text, or 32 bytes. That of a create is the owner. */
  readonly creatorId?: string | Uint8Array;
  /** Id of the document: base58 text, or 32 bytes. */
  readonly documentId?: string | Uint8Array;
  /** Times in milliseconds and heights by name, such as `$createdAt`, as they are after the write. Those of a create are all the same. */
  readonly system?: Readonly<Record<string, number | bigint>>;
  /** Answers what the state has: identities, other documents, totals. */
  readonly facts?: OutsideFacts;
  /** State that is assumed, as data; `facts` takes precedence. */
  readonly assume?: AssumedState;
}

/** Holds a write as the checks see it. */
export interface ReadWrite {
  readonly action: WriteAction;
  /** Properties after the write. */
  readonly data: ReadonlyMap<string, Data>;
  /** Properties of the stored document; undefined if unknown, or for a create. */
  readonly stored: ReadonlyMap<string, Data> | undefined;
  readonly ownerId: Uint8Array | undefined;
  readonly creatorId: Uint8Array | undefined;
  readonly documentId: Uint8Array | undefined;
  readonly times: ReadonlyMap<string, bigint>;
  readonly facts: OutsideFacts;
}

/**
 * Reads what surrounds a write.
 *
 * @throws {InvalidOptionError} when an identifier, an action or a time is invalid.
 */
export function readSurroundings({
  action = 'create',
  ownerId,
  creatorId,
  documentId,
  system = {},
}: DocumentWrite): Omit<ReadWrite, 'data' | 'stored' | 'facts'> {
  if (!WRITE_ACTIONS.includes(action))
    throw new InvalidOptionError('action', `one of ${WRITE_ACTIONS.join(', ')}`, action);
  const times = Object.entries(system).map(([name, value]) => [name, readTime(name, value)] as const);
  const owner = readId('ownerId', ownerId);
  return {
    action,
    ownerId: owner,
    creatorId: action === 'create' ? owner : readId('creatorId', creatorId),
    documentId: readId('documentId', documentId),
    times: new Map(action === 'create' ? shareTimes(times) : times),
  };
}

/** Completes the times and heights of a create: its block is the creation, the last update and the last transfer. */
function shareTimes(times: readonly (readonly [string, bigint])[]): (readonly [string, bigint])[] {
  const shared = times.flatMap(([name, value]) => {
    const [, unit] = /^\$(?:created|updated|transferred)(At\w*)$/.exec(name) ?? [];
    return unit === undefined
      ? []
      : ['$created', '$updated', '$transferred'].map((event) => [`${event}${unit}`, value] as const);
  });
  return [...shared, ...times];
}

function readTime(name: string, value: number | bigint): bigint {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt(value);
  throw new InvalidOptionError(`system.${name}`, 'an integer', value);
}

function readId(name: string, value: string | Uint8Array | undefined): Uint8Array | undefined {
  if (value === undefined) return undefined;
  const bytes = typeof value === 'string' ? decodeIdentifier(value) : value;
  if (bytes?.length === 32) return bytes;
  throw new InvalidOptionError(name, 'base58 text of 32 bytes, or 32 bytes', value);
}
