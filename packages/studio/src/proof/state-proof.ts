import type { ResponseMetadata, StateSignature } from '@dapikit/proof';
import { base64, hex } from '@scure/base';
import { getInteger, getList, getMembers, getNumber, getText } from '../json/json-values.js';
import type { ProofSubject } from '../navigation/proof-href.js';
import { platform } from '../rpc/platform.js';

/** Describes a quorum as the server lists it. */
export interface ListedQuorum {
  /** Hexadecimal digits, in display order. */
  readonly hash: string;
  /** The BLS public key, in hexadecimal digits. */
  readonly key: string;
  /** The height of its block on layer 1; 0 for a key that belongs to no block. */
  readonly height: number;
}

/** Describes a proof as the server gives it: nothing of it is checked. */
export interface StateProof {
  /** The root hash that the server states, in hexadecimal digits. */
  readonly rootHash: string;
  /** Absent where nothing but the root hash is asked for. */
  readonly grovedbProof: Uint8Array | undefined;
  readonly signature: StateSignature;
  readonly metadata: ResponseMetadata;
}

/** Loads the proof of a subject. @throws {RpcError} (rejects) with the server's error. */
export async function loadStateProof(subject: ProofSubject): Promise<StateProof> {
  const result = await platform.call('getProof', { ...subject });
  const metadata = getMembers(result)['metadata'];
  const proof = getText(result, 'grovedbProof');
  return {
    rootHash: getText(result, 'rootHash'),
    grovedbProof: proof === '' ? undefined : base64.decode(proof),
    signature: {
      quorumType: getNumber(result, 'quorumType') ?? 0,
      quorumHash: hex.decode(getText(result, 'quorumHash')),
      round: getNumber(result, 'round') ?? 0,
      blockIdHash: hex.decode(getText(result, 'blockIdHash')),
      signature: base64.decode(getText(result, 'signature')),
    },
    metadata: {
      height: getInteger(metadata, 'height'),
      coreChainLockedHeight: getNumber(metadata, 'coreHeight') ?? 0,
      epoch: getNumber(metadata, 'epoch') ?? 0,
      timeMs: getInteger(metadata, 'time'),
      protocolVersion: getNumber(metadata, 'protocolVersion') ?? 0,
      chainId: getText(metadata, 'chainId'),
    },
  };
}

/** Loads the quorums whose signatures are valid, from the list that evo-sdk trusts. */
export async function loadQuorums(): Promise<readonly ListedQuorum[]> {
  const response: unknown = await (await fetch('/quorums')).json();
  return getList(getMembers(response)['data']).map((one) => ({
    hash: getText(one, 'quorum_hash'),
    key: getText(one, 'key'),
    height: getNumber(one, 'height') ?? 0,
  }));
}
