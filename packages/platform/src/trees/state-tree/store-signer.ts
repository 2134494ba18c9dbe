import { randomBytes } from 'node:crypto';
import { sha256 } from '@dapikit/protocol';
import { loadBls } from '@dapikit/protocol/wasm';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Network } from '../../state/chain/block.js';
import type { Store } from '../../store/store.js';
import type { StateSigner } from './state-signer.js';

/** Below the keys of the platform: neither an export nor a snapshot has it, so that clients which know the key go on after a revert or an import. */
const SECRET_KEY = Uint8Array.of(1, 0x80);
const SECRET_BYTES = 32;
/** The order of the group begins with 73. */
const MAX_FIRST_BYTE = 0x3f;

/** The type of the quorums that sign the state of the platform. Source: `llmqTypePlatform` in `src/chainparams.cpp` of dashpay/dash. */
const QUORUM_TYPES: Readonly<Record<Network, number>> = {
  mainnet: 4,
  testnet: 6,
  devnet: 107,
  regtest: 106,
};

/** Key of a store that signs states. */
export interface StoreSigner extends StateSigner {
  /** BLS, 48 bytes. */
  readonly publicKey: Uint8Array;
}

/** Describes the quorum that signs states, as clients must know it. */
export interface StateQuorum {
  readonly quorumType: number;
  /** 64 hexadecimal digits in display order. */
  readonly quorumHash: string;
  /** BLS, 96 hexadecimal digits. */
  readonly publicKey: string;
}

/** Returns the key of a store that signs states. The first process that asks makes it. */
export async function openStoreSigner(store: Store, network: Network): Promise<StoreSigner> {
  const secret = await store.write(async (view) => {
    const known = await view.get(SECRET_KEY);
    if (known !== undefined) return Uint8Array.from(known);
    const made = Uint8Array.from(randomBytes(SECRET_BYTES));
    made[0] = (made[0] ?? 0) & MAX_FIRST_BYTE;
    view.put(SECRET_KEY, made);
    return made;
  });
  const bls = await loadBls();
  const publicKey = bls.blsPublicKey(secret);
  return {
    quorumType: QUORUM_TYPES[network],
    quorumHash: sha256(publicKey),
    publicKey,
    sign: (digest) => bls.signBls(digest, secret),
  };
}

/** Returns the quorum of a key. */
export const quorumOf = ({ quorumType, quorumHash, publicKey }: StoreSigner): StateQuorum => ({
  quorumType,
  quorumHash: bytesToHex(quorumHash),
  publicKey: bytesToHex(publicKey),
});
