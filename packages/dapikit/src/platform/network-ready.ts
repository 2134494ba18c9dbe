/** Describes a key of a funded identity. */
export interface FundedKey {
  /** The id of the key in its identity. */
  readonly id: number;
  readonly purpose: 'AUTHENTICATION' | 'TRANSFER' | 'ENCRYPTION';
  readonly securityLevel: 'MASTER' | 'HIGH' | 'CRITICAL' | 'MEDIUM';
  /** The private key in the form of wallets. It is public: for development only. */
  readonly wif: string;
}

/** Describes an identity that has 10 DASH when a network starts. */
export interface NetworkIdentity {
  /** Base58. */
  readonly id: string;
  readonly keys: readonly FundedKey[];
}

/** Describes an account of layer 1 that has 1,000 DASH when a network starts. */
export interface NetworkAccount {
  readonly address: string;
  readonly wif: string;
}

/** Message to the process that started a network, once its platform is open. */
export interface NetworkReady {
  readonly dapikit: 'ready';
  /** Address over plain HTTP, without a slash at its end. */
  readonly url: string;
  readonly accounts: readonly NetworkAccount[];
  /** Those of the first mnemonic, then those of the second one. */
  readonly identities: readonly NetworkIdentity[];
}
