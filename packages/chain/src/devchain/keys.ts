import { pbkdf2Sync } from 'node:crypto';
import {
  deriveHdPath,
  deriveHdPathRelative,
  deriveHdPrivateNodeChild,
  deriveHdPrivateNodeFromSeed,
  type HdPrivateNodeValid,
} from '@bitauth/libauth/build/lib/key/hd-key.js';
import { encodeAddress } from '../primitives/address/address.js';
import { encodePrivateKeyWif } from '../primitives/address/private-key-wif.js';
import { bytesToHex } from '../base/bytes/hex.js';
import { blsPublicKeyOf } from '../base/crypto/bls.js';
import { hash160, sha256 } from '../base/crypto/hashes.js';
import { publicKeyOf } from '../primitives/script/ecdsa.js';
import { payToPublicKeyHash } from '../primitives/script/standard-scripts.js';

/** Describes a key with coins, and its public form. */
export interface Account {
  /** On regtest. */
  readonly address: string;
  /** The private key in wallet import format. */
  readonly wif: string;
  /** 32 bytes. */
  readonly secretKey: Uint8Array;
  /** HASH160 of the public key, in hexadecimal. */
  readonly keyId: string;
  readonly scriptPubKey: Uint8Array;
}

/** Describes a masternode operator's BLS key. */
export interface Operator {
  readonly secretKey: Uint8Array;
  /** 48 bytes, in hexadecimal. */
  readonly publicKey: string;
}

/** The chains of the derivation path that keys of each purpose are on: `m/44'/1'/<purpose>'/0/<index>`. */
const PURPOSES = { account: 0, treasury: 1, owner: 2, voting: 3, payout: 4, collateral: 5 } as const;

export type KeyPurpose = keyof typeof PURPOSES;

/** Returns the seed of a mnemonic without a passphrase, 64 bytes. The words are taken as they are. Source: BIP-39. */
export function seedOf(mnemonic: string): Uint8Array {
  return pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
}

/** Returns the account of a private key of 32 bytes. */
export function accountOf(secretKey: Uint8Array): Account {
  const keyHash = hash160(publicKeyOf(secretKey));
  return {
    address: encodeAddress({ kind: 'publicKeyHash', hash: keyHash }, 'regtest'),
    wif: encodePrivateKeyWif({ key: secretKey, compressed: true }, 'regtest'),
    secretKey,
    keyId: bytesToHex(keyHash),
    scriptPubKey: payToPublicKeyHash(keyHash),
  };
}

/** Represents every key of a development chain, from one mnemonic. */
export class KeyRing {
  readonly mnemonic: string;
  readonly #root: HdPrivateNodeValid;
  readonly #seed: Uint8Array;
  readonly #chains = new Map<KeyPurpose, HdPrivateNodeValid>();
  readonly #accounts = new Map<string, Account>();
  readonly #operators = new Map<number, Operator>();

  /** @param mnemonic the words of BIP-39; they are taken as they are, so that any text makes a key ring */
  constructor(mnemonic: string) {
    this.mnemonic = mnemonic;
    this.#seed = seedOf(mnemonic);
    this.#root = deriveHdPath(deriveHdPrivateNodeFromSeed(this.#seed), "m/44'/1'");
  }

  /** Returns the key number `index` of a purpose, counted from 0. */
  account(purpose: KeyPurpose, index: number): Account {
    const path = `${purpose}/${index}`;
    const account = this.#accounts.get(path) ?? this.#derive(purpose, index);
    this.#accounts.set(path, account);
    return account;
  }

  #derive(purpose: KeyPurpose, index: number): Account {
    const chain = this.#chains.get(purpose) ?? deriveHdPathRelative(this.#root, `${PURPOSES[purpose]}'/0`);
    this.#chains.set(purpose, chain);
    return accountOf(deriveHdPrivateNodeChild(chain, index).privateKey);
  }

  /** Returns the BLS key of operator number `index`. */
  operator(index: number): Operator {
    const operator = this.#operators.get(index) ?? this.#makeOperator(index);
    this.#operators.set(index, operator);
    return operator;
  }

  #makeOperator(index: number): Operator {
    const secretKey = this.secret(`operator ${index}`);
    return { secretKey, publicKey: bytesToHex(blsPublicKeyOf(secretKey)) };
  }

  /** Returns a BLS secret key that nothing but its name leads to: 32 bytes, big-endian. */
  secret(name: string): Uint8Array {
    const secretKey = sha256(Buffer.concat([this.#seed, Buffer.from(name)]));
    // Below the order of the group, which has its two top bits clear.
    secretKey[0] = (secretKey[0] ?? 0) & 0x3f;
    return secretKey;
  }

  /** Returns the id of the Platform node of evolution masternode number `index`, in hexadecimal. */
  platformNodeId(index: number): string {
    return bytesToHex(hash160(Buffer.concat([this.#seed, Buffer.from(`platform node ${index}`)])));
  }
}
