import { createClock, type Clock } from '../src/state/chain/clock.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import type { DocumentJson } from '../src/state/document/json-form.js';
import type { PublicKey } from '../src/state/identity/public-key.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { Engine } from './engines.js';
import { contractOf, schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

export const DASH = 100_000_000_000n;
export const T0 = 1_700_000_000_000;

/** A platform whose clock stands still, with a contract and identities that have plenty of credits. */
export interface Room {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly contractId: string;
  /** Of the contract. */
  readonly owner: string;
  readonly alice: string;
  readonly bob: string;
  readonly carol: string;
}

export interface RoomOptions {
  readonly protocolVersion?: number;
  readonly strict?: boolean;
  /** Members of the contract beside its document types. */
  readonly contract?: object;
}

/** Opens a platform on an engine and registers a contract of these document types there. */
export async function openRoom(
  engine: Engine,
  documentSchemas: object,
  { protocolVersion = 13, strict = false, contract = {} }: RoomOptions = {},
): Promise<Room> {
  const clock = createClock({ time: T0, frozen: true });
  const platform = await createPlatform({ store: await engine.open(), protocolVersion, strict, clock });
  const identity = async () => (await platform.createIdentity({ credits: 100n * DASH })).id;
  const [owner, alice, bob, carol] = [await identity(), await identity(), await identity(), await identity()];
  const whole = contractWithoutId(documentSchemas);
  const registered = await platform.registerContract({
    by: owner,
    contract: { ...whole, ownerId: owner, ...contract },
  });
  return { platform, clock, contractId: registered.contractId, owner, alice, bob, carol };
}

/** Returns a contract to register: its id follows from the owner and the nonce. */
export function contractWithoutId(documentSchemas: Parameters<typeof contractOf>[0]): object {
  const { id: _id, ...contract } = { id: '', ...contractOf(documentSchemas) };
  return contract;
}

/** What rejects an operation; fails when it is not rejected. */
export async function rejection(work: Promise<unknown>): Promise<ConsensusError> {
  const error: unknown = await work.then(
    () => new Error('expected a rejection'),
    (reason: unknown) => reason,
  );
  if (error instanceof ConsensusError) return error;
  throw error;
}

export const balanceOf = async ({ platform }: Pick<Room, 'platform'>, id: string): Promise<bigint> =>
  (await platform.getIdentity({ id }))?.balance ?? 0n;

/** A key of these properties; its bytes are the id. */
export const keyOf = (id: number, securityLevel: PublicKey['securityLevel']): PublicKey => ({
  id,
  purpose: 'AUTHENTICATION',
  securityLevel,
  type: 'ECDSA_SECP256K1',
  data: new Uint8Array(33).fill(id + 1),
  readOnly: false,
});

/** A card that can be changed, given away and sold. */
export const cardOf = (members: object = {}): object => ({
  card: schemaOf(
    { name: SCHEMAS.string, attack: SCHEMAS.u8 },
    { required: ['name'], transferable: 1, tradeMode: 1, ...members },
  ),
});

/** A note: it can be changed and deleted. */
export const noteOf = (properties: Readonly<Record<string, object>>, members: object = {}): object => ({
  note: schemaOf(properties, members),
});

/** The id of a document. */
export function documentIdIn(document: DocumentJson): string {
  const { $id: id } = document;
  if (typeof id === 'string') return id;
  throw new Error('expected a document with an id');
}

/** Creates a document and gives its id. */
export async function created(
  { platform, contractId }: Room,
  by: string,
  documentType: string,
  data: Record<string, unknown>,
): Promise<string> {
  const { document } = await platform.createDocument({ by, contractId, documentType, data });
  return documentIdIn(document);
}
