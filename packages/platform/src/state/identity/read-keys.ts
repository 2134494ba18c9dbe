import { base64 } from '@scure/base';
import { hexToBytes } from '@noble/hashes/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { InputError } from '../../base/errors/input-error.js';
import { readId, readMembers, readName, type IdInput } from '../input/read-input.js';
import { readOptions } from '../input/read-options.js';
import {
  KEY_BYTES,
  PURPOSES,
  SECURITY_LEVELS,
  type ContractBounds,
  type KeyType,
  type PublicKey,
  type Purpose,
  type SecurityLevel,
} from './public-key.js';

/** Describes a key as callers write it. */
export interface KeyInput {
  /** The next free one when absent. */
  readonly id?: number;
  /** AUTHENTICATION when absent. */
  readonly purpose?: Purpose;
  /** HIGH when absent. */
  readonly securityLevel?: SecurityLevel;
  /** ECDSA_HASH160 when absent. */
  readonly type?: KeyType;
  /** Bytes, or base64 or hexadecimal text; made up when absent: nobody signs with it here. */
  readonly data?: Uint8Array | string;
  readonly readOnly?: boolean;
  readonly contractBounds?: Omit<ContractBounds, 'contractId'> & { readonly contractId: IdInput };
}

const KEY_MEMBERS = [
  'id',
  'purpose',
  'securityLevel',
  'type',
  'data',
  'readOnly',
  'contractBounds',
] as const satisfies readonly (keyof KeyInput)[];

/** Lists the keys that a new identity has when it is not said: one for each thing that users do. */
export const FIRST_KEYS: readonly KeyInput[] = [
  { purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
  { purpose: 'AUTHENTICATION', securityLevel: 'CRITICAL' },
  { purpose: 'AUTHENTICATION', securityLevel: 'HIGH' },
  { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
];

const TYPES: readonly KeyType[] = [
  'ECDSA_SECP256K1',
  'BLS12_381',
  'ECDSA_HASH160',
  'BIP13_SCRIPT_HASH',
  'EDDSA_25519_HASH160',
];

/** Returns keys of an identity. Whether it may have them is not asked. @param first the id of the first key that has none. @throws {InputError} */
export function readKeys(input: unknown, identityId: Uint8Array, first: number): PublicKey[] {
  if (!Array.isArray(input)) throw new InputError('keys', { expected: 'an array', found: input });
  let next = first;
  return input.map((one: unknown, at): PublicKey => {
    const key = readKey(one, { identityId, next, place: `keys[${at}]` });
    next = Math.max(next, key.id) + 1;
    return key;
  });
}

function readKey(
  input: unknown,
  {
    identityId,
    next,
    place,
  }: { readonly identityId: Uint8Array; readonly next: number; readonly place: string },
): PublicKey {
  const members: Readonly<Record<string, unknown>> = readOptions(
    readMembers(input, place),
    KEY_MEMBERS,
    place,
  );
  const id = members['id'] ?? next;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > 0xff_ff_ff_ff)
    throw new InputError(`${place}.id`, { expected: 'a whole number from 0 to 2^32 - 1', found: id });
  const type = wordOf(members['type'], TYPES, 'ECDSA_HASH160', `${place}.type`);
  const bounds = members['contractBounds'];
  return {
    id,
    purpose: wordOf(members['purpose'], PURPOSES, 'AUTHENTICATION', `${place}.purpose`),
    securityLevel: wordOf(members['securityLevel'], SECURITY_LEVELS, 'HIGH', `${place}.securityLevel`),
    type,
    data:
      members['data'] === undefined
        ? generateKey(identityId, id, type)
        : bytesOf(members['data'], `${place}.data`),
    readOnly: members['readOnly'] === true,
    ...(bounds === undefined ? {} : { contractBounds: readBounds(bounds, `${place}.contractBounds`) }),
  };
}

function readBounds(input: unknown, place: string): ContractBounds {
  const { contractId, documentType } = readOptions(
    readMembers(input, place),
    ['contractId', 'documentType'],
    place,
  );
  return {
    contractId: readId(contractId, `${place}.contractId`),
    ...(documentType === undefined ? {} : { documentType: readName(documentType, `${place}.documentType`) }),
  };
}

function wordOf<Word extends string>(
  input: unknown,
  words: readonly Word[],
  absent: Word,
  place: string,
): Word {
  if (input === undefined) return absent;
  const word = words.find((one) => one === input);
  if (word !== undefined) return word;
  throw new InputError(place, { expected: `one of ${words.join(', ')}`, found: input });
}

/** Generates bytes with the form of a key of a type, the same for the same identity and id. */
function generateKey(identityId: Uint8Array, id: number, type: KeyType): Uint8Array {
  const hash = ripemd160(sha256(new TextEncoder().encode(`key ${id} of ${identifierText(identityId)}`)));
  const bytes = new Uint8Array(KEY_BYTES[type]);
  for (let at = 0; at < bytes.length; at += hash.length) bytes.set(hash.subarray(0, bytes.length - at), at);
  return bytes;
}

function bytesOf(input: unknown, place: string): Uint8Array {
  if (input instanceof Uint8Array) return Uint8Array.from(input);
  if (typeof input === 'string') {
    try {
      return /^(?:[\da-f]{2}){20,48}$/i.test(input) ? hexToBytes(input) : base64.decode(input);
    } catch {
      // Reported below.
    }
  }
  throw new InputError(place, { expected: 'bytes, base64 or hexadecimal text', found: input });
}
