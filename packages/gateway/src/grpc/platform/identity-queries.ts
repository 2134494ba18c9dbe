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

export const getIdentity = platformQuery(Platform.method.getIdentity, {
  summary: 'Returns an identity by its id',
  description: 'The identity is serialised as the network does, with all its keys.',
  errors: [NO_IDENTITY],
  answer: async ({ id }, state) =>
    oneofMember('identity', found(await state.identity(readIdentifier(id, 'id')))),
  select: ({ id }) => identityQuery(readIdentifier(id, 'id')),
});

export const getIdentityNonce = platformQuery(Platform.method.getIdentityNonce, {
  summary: 'Returns the nonce of an identity',
  description:
    'The highest used nonce is in the lower 40 bits, which ones before it were skipped in the upper 24, as the network stores it; 0 where there is no identity.',
  answer: async ({ identityId }, state) =>
    oneofMember('identityNonce', await state.identityNonce(readIdentifier(identityId, 'identity_id'))),
  select: ({ identityId }) => identityNonceQuery(readIdentifier(identityId, 'identity_id')),
});

export const getIdentityContractNonce = platformQuery(Platform.method.getIdentityContractNonce, {
  summary: 'Returns the nonce of an identity for a contract',
  description: 'In the form of getIdentityNonce; 0 before the first transition.',
  answer: async ({ identityId, contractId }, state) =>
    oneofMember(
      'identityContractNonce',
      await state.identityContractNonce(
        readIdentifier(identityId, 'identity_id'),
        readIdentifier(contractId, 'contract_id'),
      ),
    ),
  select: ({ identityId, contractId }) =>
    identityContractNonceQuery(
      readIdentifier(identityId, 'identity_id'),
      readIdentifier(contractId, 'contract_id'),
    ),
});

export const getIdentityBalance = platformQuery(Platform.method.getIdentityBalance, {
  summary: 'Returns the balance of an identity',
  description: 'In credits.',
  errors: [NO_IDENTITY],
  answer: async ({ id }, state) =>
    oneofMember('balance', found(await state.identityBalance(readIdentifier(id, 'id')))),
  select: ({ id }) => identityBalancesQuery([readIdentifier(id, 'id')]),
});

export const getIdentitiesBalances = platformQuery(Platform.method.getIdentitiesBalances, {
  summary: 'Returns the balances of identities',
  description: 'Each id once, in the order of the ids; without a balance where there is no identity.',
  cost: 5,
  answer: async ({ ids }, state) => {
    const distinct = distinctInOrder(readIdentifiers(ids, 'ids'));
    const entryOf = async (identityId: Uint8Array) => {
      const balance = await state.identityBalance(identityId);
      return { identityId, ...(balance === undefined ? {} : { balance }) };
    };
    const entries = await readInParts(distinct, async (part) => Promise.all(part.map(entryOf)));
    return oneofMember('identitiesBalances', { entries });
  },
  select: ({ ids }) => identityBalancesQuery(distinctInOrder(readIdentifiers(ids, 'ids'))),
});

export const getIdentityBalanceAndRevision = platformQuery(Platform.method.getIdentityBalanceAndRevision, {
  summary: 'Returns the balance and revision of an identity',
  errors: [NO_IDENTITY],
  answer: async ({ id }, state) =>
    oneofMember('balanceAndRevision', found(await state.balanceAndRevision(readIdentifier(id, 'id')))),
  select: ({ id }) => identityBalanceAndRevisionQuery(readIdentifier(id, 'id')),
});

export const getIdentityByPublicKeyHash = platformQuery(Platform.method.getIdentityByPublicKeyHash, {
  summary: 'Returns the identity with a unique key of a hash',
  description: 'Keys of the types ECDSA_SECP256K1 and BLS12_381 are unique.',
  errors: [NO_IDENTITY],
  answer: async ({ publicKeyHash }, state) =>
    oneofMember(
      'identity',
      found(await state.identityByUniqueKeyHash(readKeyHash(publicKeyHash, 'public_key_hash'))),
    ),
  subject: ({ publicKeyHash }) => ({
    kind: 'unique-key-hash',
    publicKeyHash: readKeyHash(publicKeyHash, 'public_key_hash'),
  }),
  prove: async ({ publicKeyHash }, state) => {
    const hash = readKeyHash(publicKeyHash, 'public_key_hash');
    return identityByKeyHashQuery(hash, await state.uniqueKeyHolder(hash));
  },
});

export const getIdentityByNonUniquePublicKeyHash = platformQuery(
  Platform.method.getIdentityByNonUniquePublicKeyHash,
  {
    summary: 'Returns an identity with a key of a hash that several may have',
    description:
      'The first one in the order of the ids, or the one after `start_after`. Without an identity where there is none.',
    answer: async ({ publicKeyHash, startAfter }, state) => {
      const identity = await state.identityByKeyHash(
        readKeyHash(publicKeyHash, 'public_key_hash'),
        startAfter === undefined ? undefined : readIdentifier(startAfter, 'start_after'),
      );
      return oneofMember('identity', identity === undefined ? {} : { identity });
    },
    subject: ({ publicKeyHash, startAfter }) => ({
      kind: 'non-unique-key-hash',
      publicKeyHash: readKeyHash(publicKeyHash, 'public_key_hash'),
      startAfter: startAfter === undefined ? undefined : readIdentifier(startAfter, 'start_after'),
    }),
    answerProven: async ({ publicKeyHash, startAfter }, { proofs, signature, ...state }) => {
      const hash = readKeyHash(publicKeyHash, 'public_key_hash');
      const after = startAfter === undefined ? undefined : readIdentifier(startAfter, 'start_after');
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
