import {
  encode,
  identity as identityCodec,
  identityPublicKey,
  type IdentityPublicKey,
} from '@dapikit/protocol';
import type { Identity } from '../../state/identity/identity-store.js';
import type { ContractBounds, PublicKey } from '../../state/identity/public-key.js';

/** Returns an identity as the bytes of the network: its keys, balance and revision. */
export const identityBytes = ({ id, keys, balance, revision }: Identity): Uint8Array =>
  encode(identityCodec, {
    formatVersion: 0,
    id,
    publicKeys: keys.map(wireKey),
    balance,
    revision,
  });

/** Returns a key of an identity as the bytes of the network. */
export const keyBytes = (key: PublicKey): Uint8Array => encode(identityPublicKey, wireKey(key));

function wireKey({ contractBounds, disabledAt, ...key }: PublicKey): IdentityPublicKey {
  return {
    formatVersion: 0,
    ...key,
    contractBounds: contractBounds && wireBounds(contractBounds),
    disabledAt: disabledAt === undefined ? undefined : BigInt(disabledAt),
  };
}

function wireBounds({ contractId: id, documentType }: ContractBounds): IdentityPublicKey['contractBounds'] {
  return documentType === undefined
    ? { type: 'singleContract', id }
    : { type: 'documentType', id, documentTypeName: documentType };
}
