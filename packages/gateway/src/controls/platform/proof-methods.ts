import { optional, text } from '../../base/params/param.js';
import { id } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

/** Lists the methods of proofs. */
export const proofMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'getProof',
    summary: 'Returns a proof of an identity, a contract or a document',
    description:
      'The proof that official SDKs get with it, or of its absence, with the root hash of the state, the signature of the quorum and what it covers. `@dapikit/proof` verifies it with the key of the quorum in `/quorums`. Without params it returns the signed root hash alone: the app hash of the platform.',
    isWrite: false,
    cost: 5,
    params: {
      identityId: optional(id('of an identity')),
      contractId: optional(id('of a contract, or of the contract of a document')),
      documentType: optional(text('its name', 'the name of a document type')),
      id: optional(id('of the document')),
    },
    result: {
      type: 'object',
      required: ['rootHash', 'quorumType', 'quorumHash', 'round', 'blockIdHash', 'signature', 'metadata'],
    },
    example: ({ contractId, noteId: id }) => ({ contractId, documentType: 'note', id }),
  }),
];
