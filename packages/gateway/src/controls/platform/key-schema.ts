import type { KeyInput } from '@dapikit/platform';
import type { JsonSchema } from '../../base/method/method-docs.js';

const ID: JsonSchema = { type: 'string', description: 'an identifier in base58' };

/** Documents each member of a key of an identity. */
const MEMBERS: Readonly<Record<keyof KeyInput, JsonSchema>> = {
  id: {
    type: 'integer',
    minimum: 0,
    maximum: 0xff_ff_ff_ff,
    description: 'the next free one by default',
  },
  purpose: {
    enum: ['AUTHENTICATION', 'ENCRYPTION', 'DECRYPTION', 'TRANSFER', 'SYSTEM', 'VOTING', 'OWNER'],
    default: 'AUTHENTICATION',
  },
  securityLevel: { enum: ['MASTER', 'CRITICAL', 'HIGH', 'MEDIUM'], default: 'HIGH' },
  type: {
    enum: ['ECDSA_SECP256K1', 'BLS12_381', 'ECDSA_HASH160', 'BIP13_SCRIPT_HASH', 'EDDSA_25519_HASH160'],
    default: 'ECDSA_HASH160',
  },
  data: {
    type: 'string',
    description:
      'the public key, or its hash, in hexadecimal or base64: 33 bytes of ECDSA_SECP256K1, 48 of BLS12_381, 20 of the others; by default one without a private key',
  },
  readOnly: { type: 'boolean', default: false },
  contractBounds: {
    type: 'object',
    description: 'the contract, or its document type, that the key is for',
    properties: { contractId: ID, documentType: { type: 'string' } },
    required: ['contractId'],
    additionalProperties: false,
  },
};

/** Documents a key of an identity as the methods of the platform take it; its other members are rejected. */
export const KEY_SCHEMA: JsonSchema = { type: 'object', properties: MEMBERS, additionalProperties: false };
