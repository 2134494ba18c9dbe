import { identifier } from '../codec/bytes.js';
import { u32, u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { text } from '../codec/primitives.js';
import { keyPurpose, keyType, securityLevel } from '../identity/identity-public-key.js';
import { error } from './error-definition.js';

/** Lists the variants of signature errors. */
export const SIGNATURE_ERRORS = {
  IdentityNotFoundError: error(20000, { identityId: identifier }),
  InvalidIdentityPublicKeyTypeError: error(20001, { publicKeyType: keyType }),
  InvalidStateTransitionSignatureError: error(20002, { message: text }),
  MissingPublicKeyError: error(20003, { publicKeyId: u32 }),
  InvalidSignaturePublicKeyPurposeError: error(20011, {
    publicKeyPurpose: keyPurpose,
    allowedKeyPurposes: listOf(keyPurpose),
  }),
  InvalidSignaturePublicKeySecurityLevelError: error(20004, {
    publicKeySecurityLevel: securityLevel,
    allowedKeySecurityLevels: listOf(securityLevel),
  }),
  WrongPublicKeyPurposeError: error(20005, {
    publicKeyPurpose: keyPurpose,
    allowedKeyPurposes: listOf(keyPurpose),
  }),
  PublicKeyIsDisabledError: error(20006, { publicKeyId: u32 }),
  PublicKeySecurityLevelNotMetError: error(20007, {
    publicKeySecurityLevel: securityLevel,
    requiredSecurityLevel: securityLevel,
  }),
  SignatureShouldNotBePresentError: error(20008, { message: text }),
  BasicECDSAError: error(20009, { message: text }),
  BasicBLSError: error(20010, { message: text }),
  UncompressedPublicKeyNotAllowedError: error(20012, { actualSize: u64 }),
} as const;
