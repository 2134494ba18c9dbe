import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { openedState, putChainState } from '../chain-state.js';
import type { ContractBook } from '../contract/contract-book.js';
import { BadInput } from '../input/bad-input.js';
import { readId, readText, readUnsigned, type IntegerInput } from '../input/read-input.js';
import type { Operation, Signed } from '../operation/operation.js';
import type { PlatformChain, Receipt } from '../operation/platform-chain.js';
import { costOf, refusalCost, signatureCost } from '../operation/processing-cost.js';
import type { WritableView } from '../store/store.js';
import { checkBounds } from './check-bounds.js';
import { checkKeyChange, checkNewIds } from './check-keys.js';
import { addCredits, checkTransfer, issueCredits, transferCredits } from './credits.js';
import { identityIdOf } from './identity-id.js';
import { changeKeys, createIdentity, existingIdentity, identityOf, type Identity } from './identity-store.js';
import type { PublicKey } from './public-key.js';
import { FIRST_KEYS, readKeys, type KeyInput } from './read-keys.js';
import { MASTER_KEYS, TRANSFER_KEYS } from './signing-key.js';

/** What a new identity has. */
export interface CreateIdentity {
  /** 10 DASH when absent. */
  readonly credits?: IntegerInput;
  /** A MASTER, a CRITICAL and a HIGH key for AUTHENTICATION and one for TRANSFER when absent. */
  readonly keys?: readonly KeyInput[];
  /** What its id follows from: the same text gives the same id. A number that counts when absent. */
  readonly seed?: string;
}

export interface TransferCredits extends Signed {
  readonly recipientId: string;
  readonly credits: IntegerInput;
}

export interface ChangeIdentityKeys extends Signed {
  readonly add?: readonly KeyInput[];
  /** The ids of keys. */
  readonly disable?: readonly number[];
}

/** What can be done with identities. Rejects with `PlatformError` what the network refuses. */
export interface IdentityOperations {
  /** Not signed: as if layer 1 had paid for it. */
  createIdentity(input?: CreateIdentity): Promise<Identity>;
  /** An identity by its id, or by the seed that its id follows from; nothing when there is none. */
  getIdentity(input: { readonly id?: string; readonly seed?: string }): Promise<Identity | undefined>;
  /** Not signed: as if layer 1 had paid for it. */
  topUpIdentity(input: { readonly id: string; readonly credits: IntegerInput }): Promise<Identity>;
  changeIdentityKeys(input: ChangeIdentityKeys): Promise<Receipt & { readonly identity: Identity }>;
  transferCredits(input: TransferCredits): Promise<Receipt>;
}

/** 10 DASH. */
const FIRST_CREDITS = 1_000_000_000_000n;

/** Beside the amount, what must be there for processing. */
const LEAST_PROCESSING = 100_000n;

/** Bytes of a key in the state beside its data, about. */
const KEY_FRAME_BYTES = 12;

/** The identities of a chain. */
export function identityOperations(chain: PlatformChain): IdentityOperations {
  return {
    createIdentity: async ({ credits = FIRST_CREDITS, keys = FIRST_KEYS, seed } = {}) => {
      const balance = readUnsigned(credits, 'credits');
      return chain.change(async (view) => {
        await issueCredits(view, balance);
        const id = seed === undefined ? await nextId(view) : idOfSeed(seed);
        const read = readKeys(keys, id, 0);
        await checkBounds(view, chain.contracts, { id, keys: [] }, read);
        await createIdentity(view, { id, keys: read, balance });
        return ownIdentity(await existingIdentity(view, id));
      });
    },
    getIdentity: async ({ id, seed }) => {
      const identityId = seed === undefined ? readId(id, 'id') : idOfSeed(seed);
      return chain.read(async (view) => {
        const identity = await identityOf(view, identityId);
        return identity && ownIdentity(identity);
      });
    },
    topUpIdentity: async ({ id, credits }) => {
      const [identityId, amount] = [readId(id, 'id'), readUnsigned(credits, 'credits')];
      return chain.change(async (view) => {
        await issueCredits(view, amount);
        await addCredits(view, identityId, amount);
        return ownIdentity(await existingIdentity(view, identityId));
      });
    },
    changeIdentityKeys: async (input) => chain.execute(keyChange(input, chain.contracts)),
    transferCredits: async (input) => chain.execute(creditTransfer(input)),
  };
}

function keyChange(
  { add = [], disable = [], ...signed }: ChangeIdentityKeys,
  contracts: ContractBook,
): Operation<{ identity: Identity }> {
  if (!Array.isArray(disable) || !disable.every((id) => Number.isInteger(id)))
    throw new BadInput('disable', { expected: 'an array of key ids', found: disable });
  return {
    signed,
    nonceOf: {},
    keyDemand: MASTER_KEYS,
    refusalFee: refusalCost(2),
    checkStructure: (signer) => checkKeyChange(keysToAdd(add, signer), disable),
    requiredBalance: () => LEAST_PROCESSING,
    execute: async ({ view, signer, block }) => {
      const added = keysToAdd(add, signer);
      checkNewIds(signer.keys, added);
      await checkBounds(view, contracts, signer, added);
      await changeKeys(view, signer.id, { add: added, disable, time: block.time });
      const storedBytes = added.reduce((sum, { data }) => sum + data.length + KEY_FRAME_BYTES, 0);
      const cost = costOf({
        storedBytes,
        replacedBytes: disable.length * KEY_FRAME_BYTES,
        seeks: 2 + added.length,
      });
      // Each key signs for itself.
      const signatures = added.reduce((sum, { type }) => sum + signatureCost(type), 0n);
      return {
        result: { identity: ownIdentity(await existingIdentity(view, signer.id)) },
        ...cost,
        processingFee: cost.processingFee + signatures,
      };
    },
  };
}

/** The keys that an identity is to get; those without an id take the next ones. */
const keysToAdd = (add: readonly KeyInput[], { id, keys }: Identity): PublicKey[] =>
  readKeys(add, id, Math.max(-1, ...keys.map((key) => key.id)) + 1);

function creditTransfer({ recipientId, credits, ...signed }: TransferCredits): Operation<object> {
  const transfer = {
    senderId: readId(signed.by, 'by'),
    recipientId: readId(recipientId, 'recipientId'),
    credits: readUnsigned(credits, 'credits'),
  };
  return {
    signed,
    nonceOf: {},
    keyDemand: TRANSFER_KEYS,
    refusalFee: refusalCost(2),
    checkStructure: () => checkTransfer(transfer),
    requiredBalance: () => transfer.credits + LEAST_PROCESSING,
    execute: async ({ view }) => {
      await transferCredits(view, transfer);
      return { result: {}, ...costOf({ replacedBytes: 16, seeks: 4 }) };
    },
  };
}

/** An identity that belongs to whoever gets it: what is remembered of it is not in it. */
const ownIdentity = (identity: Identity): Identity => ({
  ...identity,
  keys: identity.keys.map((key) => ({ ...key, data: Uint8Array.from(key.data) })),
});

/** The next id that nobody has: as if an outpoint of layer 1 had paid for it. */
async function nextId(view: WritableView): Promise<string> {
  const state = await openedState(view);
  putChainState(view, { ...state, idsMade: state.idsMade + 1 });
  return idFrom(`number ${state.idsMade}`);
}

const idOfSeed = (seed: unknown): string => idFrom(`seed ${readText(seed, 'seed')}`);

const idFrom = (text: string): string =>
  identityIdOf({ txid: bytesToHex(sha256(new TextEncoder().encode(`dapikit identity ${text}`))), index: 0 });
