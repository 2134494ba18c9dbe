import {
  deriveHdPath,
  deriveHdPathRelative,
  deriveHdPrivateNodeChild,
  deriveHdPrivateNodeFromSeed,
  type HdPrivateNodeValid,
} from '@bitauth/libauth/build/lib/key/hd-key.js';
import { encodePayload } from '../primitives/payload/payload.js';
import { TransactionType } from '../primitives/transaction/transaction-type.js';
import { DUFFS_PER_DASH } from '../rules/consensus/regtest.js';
import { accountOf, seedOf, type Account } from './keys.js';
import type { Draft } from './wallet.js';

/**
 * Defines the mnemonic of the second wallet with identities, a test vector of BIP-39. The first is that of the chain.
 */
export const SECOND_MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** Defines the number of identities of each wallet, and of its addresses on Dash Platform. */
export const WALLET_SIZE = 10;
/** Each identity, and each address, gets 10 DASH. */
const FUNDED_DUFFS = 10n * DUFFS_PER_DASH;
const EMPTY_RETURN = Uint8Array.of(0x6a, 0);

/**
 * Derives keys for Dash Platform from a mnemonic, on the paths of testnet that evo-sdk and the official tutorials use. Source: DIP-13.
 */
export class PlatformWallet {
  readonly mnemonic: string;
  /** `m/9'/1'/5'` */
  readonly #identities: HdPrivateNodeValid;
  /** `m/44'/1'/0'/0` */
  readonly #addresses: HdPrivateNodeValid;

  constructor(mnemonic: string) {
    this.mnemonic = mnemonic;
    const root = deriveHdPrivateNodeFromSeed(seedOf(mnemonic));
    this.#identities = deriveHdPath(root, "m/9'/1'/5'");
    this.#addresses = deriveHdPath(root, "m/44'/1'/0'/0");
  }

  /** Returns key number `key` of identity number `identity`: `m/9'/1'/5'/0'/0'/<identity>'/<key>'`. */
  identityKey(identity: number, key: number): Account {
    return accountOf(deriveHdPathRelative(this.#identities, `0'/0'/${identity}'/${key}'`).privateKey);
  }

  /** Returns the key of the asset lock that funds identity number `identity`: `m/9'/1'/5'/1'/<identity>`. */
  identityFunding(identity: number): Account {
    return accountOf(deriveHdPathRelative(this.#identities, `1'/${identity}`).privateKey);
  }

  /** Returns the key of address number `index` on Dash Platform: `m/44'/1'/0'/0/<index>`. */
  address(index: number): Account {
    return accountOf(deriveHdPrivateNodeChild(this.#addresses, index).privateKey);
  }

  /** Returns the keys of the addresses that are funded. */
  addresses(): Account[] {
    return numbers().map((index) => this.address(index));
  }

  /** Returns the credit outputs of {@link walletFunding}: one for each identity, and one for all addresses, with the key of the first. */
  creditOutputs(): CreditOutput[] {
    return [
      ...numbers().map((index) => ({ key: this.identityFunding(index), value: FUNDED_DUFFS })),
      { key: this.address(0), value: FUNDED_DUFFS * BigInt(WALLET_SIZE) },
    ];
  }
}

interface CreditOutput {
  readonly key: Account;
  /** In duffs. */
  readonly value: bigint;
}

const numbers = (): number[] => Array.from({ length: WALLET_SIZE }, (_, index) => index);

/** Returns the mnemonics of the wallets with identities on the platform of a chain of a mnemonic: its own, and the second. */
export const walletMnemonics = (mnemonic: string): readonly string[] => [
  ...new Set([mnemonic, SECOND_MNEMONIC]),
];

/** Locks 10 DASH for each identity and each address of a wallet. */
export function walletFunding(wallet: PlatformWallet): Draft {
  const creditOutputs = wallet
    .creditOutputs()
    .map(({ key: { scriptPubKey }, value }) => ({ value, scriptPubKey }));
  const value = creditOutputs.reduce((sum, output) => sum + output.value, 0n);
  return {
    type: TransactionType.assetLock,
    outputs: [{ value, scriptPubKey: EMPTY_RETURN }],
    payload: () => encodePayload({ kind: 'assetLockTx', version: 1, creditOutputs }),
  };
}
