import { readFileSync } from 'node:fs';
import { createClock, type Clock } from '../../src/state/chain/clock.js';
import { createPlatform, type Platform } from '../../src/api/platform.js';
import { ContractRejectedError } from '../../src/state/contract/contract-error.js';
import { ConsensusError } from '../../src/base/errors/consensus-error.js';
import type { Store } from '../../src/store/store.js';
import { DASH, documentIdIn, T0 } from '../platform-fixture.js';

/** A platform at protocol 14 whose clock stands still, with identities that have plenty of credits. */
export interface PreviewRoom {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly owner: string;
  readonly alice: string;
  readonly bob: string;
}

/** Opens a platform at protocol 14. */
export async function openPreview({
  time = T0,
  store,
  protocolVersion = 14,
}: {
  readonly time?: number;
  readonly store?: Store;
  readonly protocolVersion?: number;
} = {}): Promise<PreviewRoom> {
  const clock = createClock({ time, frozen: true });
  const platform = await createPlatform({ protocolVersion, clock, ...(store && { store }) });
  const identity = async () => (await platform.createIdentity({ credits: 1000n * DASH })).id;
  return { platform, clock, owner: await identity(), alice: await identity(), bob: await identity() };
}

/** Runs a test with a platform at protocol 14, which is closed afterwards. */
export async function withPreview(
  test: (room: PreviewRoom) => Promise<void>,
  options: Parameters<typeof openPreview>[0] = {},
): Promise<void> {
  const room = await openPreview(options);
  try {
    await test(room);
  } finally {
    await room.platform.close();
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Registers document types as a contract of the owner, and returns its id. */
export async function register(
  { platform, owner }: PreviewRoom,
  documentSchemas: object,
  members: object = {},
): Promise<string> {
  const contract = { $formatVersion: '1', version: 1, ownerId: owner, documentSchemas, ...members };
  return (await platform.registerContract({ by: owner, contract })).contractId;
}

/** A document type with properties by position. */
export const typeOf = (properties: Readonly<Record<string, object>>, members: object = {}): object => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema], position) => [name, { ...schema, position }]),
  ),
  additionalProperties: false,
  ...members,
});

export const ID = { type: 'identifier' };
export const TEXT = { type: 'string', maxLength: 63 };
export const COUNT = { type: 'integer', minimum: 0, maximum: 1000 };

/** The writes of one contract. */
export function writerOf({ platform }: PreviewRoom, contractId: string) {
  const on = (by: string, documentType: string) => ({ by, contractId, documentType });
  return {
    create: async (by: string, documentType: string, data: Members, more: object = {}) =>
      documentIdIn((await platform.createDocument({ ...on(by, documentType), data, ...more })).document),
    replace: async (by: string, documentType: string, id: string, data: Members) =>
      platform.replaceDocument({ ...on(by, documentType), id, data }),
    remove: async (by: string, documentType: string, id: string) =>
      platform.deleteDocument({ ...on(by, documentType), id }),
    find: async (documentType: string, id: string) =>
      (await platform.getDocument({ contractId, documentType, id })) ?? undefined,
  };
}

/** The number with which work is rejected; `accepted` when it is not. */
export async function codeOf(work: Promise<unknown>): Promise<number | 'accepted' | undefined> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    if (error instanceof ConsensusError || error instanceof ContractRejectedError) return error.code;
    throw error;
  }
}

/** The lines of a file of `fixtures/protocol-14`. */
export const readCases = <Line>(name: string): Line[] =>
  readFileSync(new URL(`../../../../fixtures/protocol-14/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
