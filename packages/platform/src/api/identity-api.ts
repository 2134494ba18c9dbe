import { identifierText } from '../base/bytes/identifier.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { requireChainState, putChainState } from '../state/chain/chain-state.js';
import { readId, readText, readUnsigned, type IntegerInput } from '../state/input/read-input.js';
import { readListPage, type ListPage } from '../state/input/list-page.js';
import type { PlatformChain, Receipt } from '../execution/transition/platform-chain.js';
import type { WritableView } from '../store/store.js';
import { checkBounds } from '../state/identity/check-bounds.js';
import { addCredits, issueCredits } from '../state/identity/credits.js';
import { identityIdOf } from '../state/identity/identity-id.js';
import { checkUnusedKeys } from '../state/identity/check-unused-keys.js';
import {
  createIdentity,
  findIdentity,
  listIdentities,
  requireIdentity,
} from '../state/identity/identity-store.js';
import { findHighestNonce } from '../state/identity/nonce-store.js';
import { FIRST_KEYS, readKeys, type KeyInput } from '../state/identity/read-keys.js';
import { keyChange, type ChangeIdentityKeys } from '../execution/identity-transition/change-keys.js';
import { identityInfo, type IdentityInfo } from '../execution/identity-transition/identity-info.js';
import { creditTransfer, type TransferCredits } from '../execution/identity-transition/transfer-credits.js';

/** Describes a new identity. */
export interface CreateIdentity {
  /** 10 DASH when absent. */
  readonly credits?: IntegerInput;
  /** A MASTER, a CRITICAL and a HIGH key for AUTHENTICATION and one for TRANSFER when absent. */
  readonly keys?: readonly KeyInput[];
  /** Text from which its id is derived: the same text gives the same id. A number that counts when absent. */
  readonly seed?: string;
}

/** Describes an identity of a list. */
export interface ListedIdentity {
  /** Base58. */
  readonly id: string;
  /** Credits. */
  readonly balance: bigint;
}

/** Creates, reads and changes identities. Rejects with `ConsensusError` as the network does. */
export interface IdentityApi {
  /** Creates an identity without a signature, as if layer 1 had paid for it. */
  createIdentity(input?: CreateIdentity): Promise<IdentityInfo>;
  /** Returns an identity by its id, or by the seed that its id follows from; nothing when there is none. */
  getIdentity(input: { readonly id?: string; readonly seed?: string }): Promise<IdentityInfo | undefined>;
  /** Returns identities by the bytes of their ids, those of masternodes included. */
  listIdentities(input?: ListPage): Promise<readonly ListedIdentity[]>;
  /** Returns the highest nonce that an identity has used; with a contract, the one that its documents and tokens count. 0 before the first. */
  getIdentityNonce(input: {
    readonly id: string;
    readonly contractId?: string;
  }): Promise<{ readonly nonce: bigint }>;
  /** Tops up an identity without a signature, as if layer 1 had paid for it. */
  topUpIdentity(input: { readonly id: string; readonly credits: IntegerInput }): Promise<IdentityInfo>;
  changeIdentityKeys(input: ChangeIdentityKeys): Promise<Receipt & { readonly identity: IdentityInfo }>;
  transferCredits(input: TransferCredits): Promise<Receipt>;
}

/** 10 DASH. */
const FIRST_CREDITS = 1_000_000_000_000n;

/** Returns the identities of a chain. */
export function identityApi(chain: PlatformChain): IdentityApi {
  return {
    createIdentity: async ({ credits = FIRST_CREDITS, keys = FIRST_KEYS, seed } = {}) => {
      const balance = readUnsigned(credits, 'credits');
      return chain.applySystemEvent(async (view) => {
        await issueCredits(view, balance);
        const id = seed === undefined ? await nextId(view) : idOfSeed(seed);
        const read = readKeys(keys, id, 0);
        const requirements = await checkBounds(view, chain.contracts, { id, keys: [] }, read);
        await checkUnusedKeys(view, read, chain.rules.protocolVersion);
        await createIdentity(view, { id, keys: read, balance, requirements });
        return identityInfo(await requireIdentity(view, id));
      });
    },
    getIdentity: async ({ id, seed }) => {
      const identityId = seed === undefined ? readId(id, 'id') : idOfSeed(seed);
      return chain.read(async (view) => {
        const identity = await findIdentity(view, identityId);
        return identity && identityInfo(identity);
      });
    },
    listIdentities: async (input = {}) => {
      const page = readListPage(input);
      const listed = await chain.read(async (view) => listIdentities(view, page));
      return listed.map(({ id, balance }) => ({ id: identifierText(id), balance }));
    },
    getIdentityNonce: async ({ id, contractId }) => {
      const identityId = readId(id, 'id');
      const owner = contractId === undefined ? {} : { contractId: readId(contractId, 'contractId') };
      return chain.read(async (view) => ({
        nonce: await findHighestNonce(view, { identityId, ...owner }),
      }));
    },
    topUpIdentity: async ({ id, credits }) => {
      const [identityId, amount] = [readId(id, 'id'), readUnsigned(credits, 'credits')];
      return chain.applySystemEvent(async (view) => {
        await issueCredits(view, amount);
        await addCredits(view, identityId, amount);
        return identityInfo(await requireIdentity(view, identityId));
      });
    },
    changeIdentityKeys: async (input) => chain.execute(keyChange(input, chain.contracts)),
    transferCredits: async (input) => chain.execute(creditTransfer(input)),
  };
}

/** Returns the next id that nobody has: as if an outpoint of layer 1 had paid for it. */
async function nextId(view: WritableView): Promise<Uint8Array> {
  const state = await requireChainState(view);
  putChainState(view, { ...state, idsMade: state.idsMade + 1 });
  return idFrom(`number ${state.idsMade}`);
}

const idOfSeed = (seed: unknown): Uint8Array => idFrom(`seed ${readText(seed, 'seed')}`);

const idFrom = (text: string): Uint8Array =>
  identityIdOf({ txid: bytesToHex(sha256(new TextEncoder().encode(`dapikit identity ${text}`))), index: 0 });
