import type { PlatformStatus } from './platform-status.js';

/** Names the encodings of getStatus: as the official gateway does, or as canonical protobuf JSON. */
export const STATUS_ENCODINGS = ['rs-dapi', 'protobuf-json'] as const;
export type StatusEncoding = (typeof STATUS_ENCODINGS)[number];

/** Returns the result of getStatus. */
export function encodeStatus(status: PlatformStatus, encoding: StatusEncoding): unknown {
  return encoding === 'rs-dapi'
    ? { version: { v0: asSnakeCase(status) } }
    : { v0: asProtobufJson(status, '') };
}

/** A part of the status: a value, or a message with members. */
type Part = string | number | boolean | null | Uint8Array | { readonly [name: string]: Part };

/** Encodes snake_case names, byte strings as arrays of numbers, and null: the form that serde gives the message. */
function asSnakeCase(part: Part): unknown {
  if (part instanceof Uint8Array) return Array.from(part);
  if (!isMessage(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [snakeCase(name), asSnakeCase(member)]),
  );
}

function isMessage(part: Part): part is { readonly [name: string]: Part } {
  return typeof part === 'object' && part !== null && !(part instanceof Uint8Array);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** The fields of type uint64, which canonical protobuf JSON writes as strings. */
const UINT64_FIELDS: ReadonlySet<string> = new Set([
  '/chain/latestBlockHeight',
  '/chain/earliestBlockHeight',
  '/chain/maxPeerBlockHeight',
  '/stateSync/totalSyncedTime',
  '/stateSync/remainingTime',
  '/stateSync/chunkProcessAvgTime',
  '/stateSync/snapshotHeight',
  '/stateSync/snapshotChunksCount',
  '/stateSync/backfilledBlocks',
  '/stateSync/backfillBlocksTotal',
  '/time/local',
  '/time/block',
  '/time/genesis',
]);

/** The fields declared `optional`: they are written whenever they are present, even when zero or empty. */
const OPTIONAL_FIELDS: ReadonlySet<string> = new Set([
  '/version/software/drive',
  '/version/software/tenderdash',
  '/node/proTxHash',
  '/chain/coreChainLockedHeight',
  '/time/block',
  '/time/genesis',
  '/time/epoch',
]);

/** Encodes camelCase names, byte strings in base64, and 64-bit numbers as strings; omits null, zero and empty values. */
function asProtobufJson(part: Part, path: string): unknown {
  if (part instanceof Uint8Array) return Buffer.from(part).toString('base64');
  if (!isMessage(part)) return UINT64_FIELDS.has(path) ? String(part) : part;
  const written = Object.entries(part).filter(([name, member]) => isWritten(member, `${path}/${name}`));
  return Object.fromEntries(
    written.map(([name, member]) => [name, asProtobufJson(member, `${path}/${name}`)]),
  );
}

function isWritten(part: Part, path: string): boolean {
  return part !== null && (OPTIONAL_FIELDS.has(path) || !isDefault(part));
}

function isDefault(part: Part): boolean {
  return part === 0 || part === '' || part === false || (part instanceof Uint8Array && part.length === 0);
}
