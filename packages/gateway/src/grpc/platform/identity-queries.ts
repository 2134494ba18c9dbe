import {
  identityBalanceAndRevisionQuery,
  identityBalancesQuery,
  identityByKeyHashQuery,
  identityContractNonceQuery,
  identityNonceQuery,
  identityQuery,
  nonUniqueKeyHashQuery,
} from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { readInParts } from './read-in-parts.js';
import { distinctInOrder, readIdentifier, readIdentifiers, readKeyHash } from './request-values.js';

const NO_IDENTITY = { status: 'notFound', when: 'the identity does not exist' } as const;

const found = <Value>(value: Value | undefined): Value => {
  if (value !== undefined) return value;
  throw new GrpcError('notFound', 'identity not found');
};

const readId = ({ id }: { readonly id: Uint8Array }): Uint8Array => readIdentifier(id, 'id');

export const getIdentity = platformQuery(Platform.method.getIdentity, {
  summary: 'Returns an identity by its id',
  description: 'The identity is serialised as the network does, with all its keys.',
  errors: [NO_IDENTITY],
  read: readId,
  answer: async (id, state) => oneofMember('identity', found(await state.identity(id))),
  select: identityQuery,
});

export const getIdentityNonce = platformQuery(Platform.method.getIdentityNonce, {
  summary: 'Returns the nonce of an identity',
  description:
    'The highest used nonce is in the lower 40 bits, which ones before it were skipped in the upper 24, as the network stores it; 0 where there is no identity.',
  read: ({ identityId }) => readIdentifier(identityId, 'identity_id'),
  answer: async (id, state) => oneofMember('identityNonce', await state.identityNonce(id)),
  select: identityNonceQuery,
});

export const getIdentityContractNonce = platformQuery(Platform.method.getIdentityContractNonce, {
  summary: 'Returns the nonce of an identity for a contract',
  description: 'In the form of getIdentityNonce; 0 before the first transition.',
  read: ({ identityId, contractId }) => ({
    identity: readIdentifier(identityId, 'identity_id'),
    contract: readIdentifier(contractId, 'contract_id'),
  }),
  answer: async ({ identity, contract }, state) =>
    oneofMember('identityContractNonce', await state.identityContractNonce(identity, contract)),
  select: ({ identity, contract }) => identityContractNonceQuery(identity, contract),
});

export const getIdentityBalance = platformQuery(Platform.method.getIdentityBalance, {
  summary: 'Returns the balance of an identity',
  description: 'In credits.',
  errors: [NO_IDENTITY],
  read: readId,
  answer: async (id, state) => oneofMember('balance', found(await state.identityBalance(id))),
  select: (id) => identityBalancesQuery([id]),
});

export const getIdentitiesBalances = platformQuery(Platform.method.getIdentitiesBalances, {
  summary: 'Returns the balances of identities',
  description: 'Each id once, in the order of the ids; without a balance where there is no identity.',
  cost: 5,
  read: ({ ids }) => distinctInOrder(readIdentifiers(ids, 'ids')),
  answer: async (ids, state) => {
    const entryOf = async (identityId: Uint8Array) => {
      const balance = await state.identityBalance(identityId);
      return { identityId, ...(balance === undefined ? {} : { balance }) };
    };
    const entries = await readInParts(ids, async (part) => Promise.all(part.map(entryOf)));
    return oneofMember('identitiesBalances', { entries });
  },
  select: identityBalancesQuery,
});

export const getIdentityBalanceAndRevision = platformQuery(Platform.method.getIdentityBalanceAndRevision, {
  summary: 'Returns the balance and revision of an identity',
  errors: [NO_IDENTITY],
  read: readId,
  answer: async (id, state) => oneofMember('balanceAndRevision', found(await state.balanceAndRevision(id))),
  select: identityBalanceAndRevisionQuery,
});

export const getIdentityByPublicKeyHash = platformQuery(Platform.method.getIdentityByPublicKeyHash, {
  summary: 'Returns the identity with a unique key of a hash',
  description: 'Keys of the types ECDSA_SECP256K1 and BLS12_381 are unique.',
  errors: [NO_IDENTITY],
  read: ({ publicKeyHash }) => readKeyHash(publicKeyHash, 'public_key_hash'),
  answer: async (hash, state) => oneofMember('identity', found(await state.identityByUniqueKeyHash(hash))),
  subject: (publicKeyHash) => ({ kind: 'unique-key-hash', publicKeyHash }),
  prove: async (hash, state) => identityByKeyHashQuery(hash, await state.uniqueKeyHolder(hash)),
});

export const getIdentityByNonUniquePublicKeyHash = platformQuery(
  Platform.method.getIdentityByNonUniquePublicKeyHash,
  {
    summary: 'Returns an identity with a key of a hash that several may have',
    description:
      'The first one in the order of the ids, or the one after `start_after`. Without an identity where there is none.',
    read: ({ publicKeyHash, startAfter }) => ({
      publicKeyHash: readKeyHash(publicKeyHash, 'public_key_hash'),
      startAfter: startAfter && readIdentifier(startAfter, 'start_after'),
    }),
    answer: async ({ publicKeyHash, startAfter }, state) => {
      const identity = await state.identityByKeyHash(publicKeyHash, startAfter);
      return oneofMember('identity', identity === undefined ? {} : { identity });
    },
    subject: (params) => ({ kind: 'non-unique-key-hash', ...params }),
    answerProven: async ({ publicKeyHash: hash, startAfter: after }, { proofs, signature, ...state }) => {
      const id = await state.keyHolder(hash, after);
      return oneofMember('proof', {
        grovedbIdentityPublicKeyHashProof: {
          grovedbProof: await proofs.prove(nonUniqueKeyHashQuery(hash, after)),
          ...signature,
        },
        ...(id === undefined ? {} : { identityProofBytes: await proofs.prove(identityQuery(id)) }),
      });
    },
  },
);
