import { hexToBytes, bytesToHex } from '@noble/hashes/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { identifierText } from '../bytes/identifier.js';
import { openedState, putChainState } from '../chain-state.js';
import { voterIdentityId } from '../identity/identity-id.js';
import { BadInput } from '../input/bad-input.js';
import { readId } from '../input/read-input.js';
import type { PlatformChain } from '../operation/platform-chain.js';
import type { WritableView } from '../store/store.js';
import {
  changeVotingAddress,
  listMasternodes,
  masternodeOf,
  registerMasternode,
  removeMasternode,
  type Masternode,
} from './masternode-store.js';

/** A masternode as layer 1 would tell of it. */
export interface RegisterMasternode {
  /** Base58, or 64 hexadecimal digits; made up when absent. */
  readonly proTxHash?: string;
  /** Whether its votes weigh 4; it does not when absent. */
  readonly isEvolution?: boolean;
  /** Hashes of keys in 40 hexadecimal digits; made up when absent. */
  readonly votingAddress?: string;
  readonly ownerAddress?: string;
  readonly payoutAddress?: string;
}

/** A masternode of the list. */
export interface ListedMasternodeInfo extends Masternode {
  /** The identity that votes for it, in base58. */
  readonly voterIdentityId: string;
}

/** What layer 1 tells of masternodes. Rejects with `PlatformError` what cannot be. */
export interface MasternodeOperations {
  registerMasternode(input?: RegisterMasternode): Promise<ListedMasternodeInfo>;
  /** Its votes in running polls do not count any more. */
  removeMasternode(input: { readonly proTxHash: string }): Promise<void>;
  changeVotingAddress(input: {
    readonly proTxHash: string;
    readonly votingAddress: string;
  }): Promise<ListedMasternodeInfo>;
  /** By the bytes of the ProTx hashes. */
  listMasternodes(): Promise<readonly ListedMasternodeInfo[]>;
}

/** The masternodes of a chain. */
export function masternodeOperations(chain: PlatformChain): MasternodeOperations {
  return {
    registerMasternode: async (input = {}) => {
      const given = input.proTxHash === undefined ? undefined : readProTxHash(input.proTxHash);
      return chain.change(async (view) => {
        const proTxHash = given ?? (await nextProTxHash(view));
        const address = (name: 'votingAddress' | 'ownerAddress' | 'payoutAddress'): string =>
          input[name] === undefined ? madeUp(`${name} of ${proTxHash}`) : readAddress(input[name], name);
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
      return chain.change(async (view) => removeMasternode(view, proTxHash));
    },
    changeVotingAddress: async (input) => {
      const proTxHash = readProTxHash(input.proTxHash);
      const votingAddress = readAddress(input.votingAddress, 'votingAddress');
      return chain.change(async (view) => {
        await changeVotingAddress(view, proTxHash, votingAddress);
        const masternode = await masternodeOf(view, proTxHash);
        if (masternode === undefined) throw new RangeError('expected the masternode that was changed');
        return withVoter(masternode);
      });
    },
    listMasternodes: async () => (await chain.read(listMasternodes)).map(withVoter),
  };
}

const withVoter = (masternode: Masternode): ListedMasternodeInfo => ({
  ...masternode,
  voterIdentityId: voterIdentityId(masternode.proTxHash, masternode.votingAddress),
});

/** A ProTx hash in base58. The network takes the bytes in the order in which they are displayed. @throws {BadInput} */
export function readProTxHash(input: unknown): string {
  if (typeof input === 'string' && /^[\da-f]{64}$/i.test(input)) return identifierText(hexToBytes(input));
  return readId(input, 'proTxHash');
}

function readAddress(input: unknown, place: string): string {
  if (typeof input === 'string' && /^[\da-f]{40}$/i.test(input)) return input.toLowerCase();
  throw new BadInput(place, { expected: 'the hash of a key in 40 hexadecimal digits', found: input });
}

async function nextProTxHash(view: WritableView): Promise<string> {
  const state = await openedState(view);
  putChainState(view, { ...state, idsMade: state.idsMade + 1 });
  return identifierText(sha256(new TextEncoder().encode(`dapikit masternode ${state.idsMade}`)));
}

const madeUp = (text: string): string => bytesToHex(ripemd160(sha256(new TextEncoder().encode(text))));
