import { hexToBytes, bytesToHex } from '@noble/hashes/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { identifierText } from '../base/bytes/identifier.js';
import { requireChainState, putChainState } from '../state/chain/chain-state.js';
import { voterIdentityId } from '../state/identity/identity-id.js';
import { InputError } from '../base/errors/input-error.js';
import { readId } from '../state/input/read-input.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';
import type { WritableView } from '../store/store.js';
import {
  changeVotingAddress,
  listMasternodes,
  findMasternode,
  registerMasternode,
  removeMasternode,
  type Masternode,
} from '../state/identity/masternode-store.js';

/** Describes a masternode as layer 1 would report it. */
export interface RegisterMasternode {
  /** Base58, or 64 hexadecimal digits; made up when absent. */
  readonly proTxHash?: string;
  /** True if its votes weigh 4; it does not when absent. */
  readonly isEvolution?: boolean;
  /** Hashes of keys in 40 hexadecimal digits; made up when absent. */
  readonly votingAddress?: string;
  readonly ownerAddress?: string;
  readonly payoutAddress?: string;
}

/** Describes a masternode of the list. */
export interface ListedMasternodeInfo extends Omit<Masternode, 'proTxHash'> {
  /** Base58. */
  readonly proTxHash: string;
  /** The identity that votes for it, in base58. */
  readonly voterIdentityId: string;
}

/** Takes over the masternode list of layer 1. Rejects impossible changes with `ConsensusError`. */
export interface MasternodeApi {
  registerMasternode(input?: RegisterMasternode): Promise<ListedMasternodeInfo>;
  /** Removes a masternode from the list. Its votes in running polls no longer count. */
  removeMasternode(input: { readonly proTxHash: string }): Promise<void>;
  changeVotingAddress(input: {
    readonly proTxHash: string;
    readonly votingAddress: string;
  }): Promise<ListedMasternodeInfo>;
  /** Lists the masternodes by the bytes of their ProTx hashes. */
  listMasternodes(): Promise<readonly ListedMasternodeInfo[]>;
}

/** Returns the masternodes of a chain. */
export function masternodeApi(chain: PlatformChain): MasternodeApi {
  return {
    registerMasternode: async (input = {}) => {
      const given = input.proTxHash === undefined ? undefined : readProTxHash(input.proTxHash);
      return chain.applyLayer1Event(async (view) => {
        const proTxHash = given ?? (await nextProTxHash(view));
        const address = (name: 'votingAddress' | 'ownerAddress' | 'payoutAddress'): string =>
          input[name] === undefined
            ? generateHash(`${name} of ${identifierText(proTxHash)}`)
            : readAddress(input[name], name);
        const masternode: Masternode = {
          proTxHash,
          kind: input.isEvolution === true ? 'evolution' : 'regular',
          votingAddress: address('votingAddress'),
          ownerAddress: address('ownerAddress'),
          payoutAddress: address('payoutAddress'),
        };
        await registerMasternode(view, masternode);
        return withVoter(masternode);
      });
    },
    removeMasternode: async (input) => {
      const proTxHash = readProTxHash(input.proTxHash);
      return chain.applyLayer1Event(async (view) => removeMasternode(view, proTxHash));
    },
    changeVotingAddress: async (input) => {
      const proTxHash = readProTxHash(input.proTxHash);
      const votingAddress = readAddress(input.votingAddress, 'votingAddress');
      return chain.applyLayer1Event(async (view) => {
        await changeVotingAddress(view, proTxHash, votingAddress);
        const masternode = await findMasternode(view, proTxHash);
        if (masternode === undefined) throw new RangeError('expected the masternode that was changed');
        return withVoter(masternode);
      });
    },
    listMasternodes: async () => (await chain.read(listMasternodes)).map(withVoter),
  };
}

const withVoter = (masternode: Masternode): ListedMasternodeInfo => ({
  ...masternode,
  proTxHash: identifierText(masternode.proTxHash),
  voterIdentityId: identifierText(voterIdentityId(masternode.proTxHash, masternode.votingAddress)),
});

/** Returns the 32 bytes of a ProTx hash. The network takes the bytes in the order in which they are displayed. @throws {InputError} */
export function readProTxHash(input: unknown): Uint8Array {
  if (typeof input === 'string' && /^[\da-f]{64}$/i.test(input)) return hexToBytes(input);
  return readId(input, 'proTxHash');
}

function readAddress(input: unknown, place: string): string {
  if (typeof input === 'string' && /^[\da-f]{40}$/i.test(input)) return input.toLowerCase();
  throw new InputError(place, { expected: 'the hash of a key in 40 hexadecimal digits', found: input });
}

async function nextProTxHash(view: WritableView): Promise<Uint8Array> {
  const state = await requireChainState(view);
  putChainState(view, { ...state, idsMade: state.idsMade + 1 });
  return sha256(new TextEncoder().encode(`dapikit masternode ${state.idsMade}`));
}

const generateHash = (text: string): string => bytesToHex(ripemd160(sha256(new TextEncoder().encode(text))));
