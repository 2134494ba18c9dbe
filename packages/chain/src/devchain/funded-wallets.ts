import { ByteWriter } from '../base/bytes/byte-writer.js';
import { bytesToHex } from '../base/bytes/hex.js';
import { sha256d } from '../base/crypto/hashes.js';
import { decodePayload } from '../primitives/payload/payload.js';
import { TransactionType } from '../primitives/transaction/transaction-type.js';
import type { Transaction } from '../primitives/transaction/transaction.js';
import { WALLET_FUNDING_HEIGHT } from './initial-chain.js';
import type { Account } from './keys.js';
import type { LocalNode } from './local-node.js';
import { PlatformWallet, WALLET_SIZE, walletMnemonics } from './platform-wallet.js';

/** Describes a credit output of an asset lock in the initial chain. */
export interface CreditLock {
  readonly txid: string;
  /** The index of the credit output. */
  readonly outputIndex: number;
  /** The height of its block. */
  readonly height: number;
  /** The key that may use it. */
  readonly key: Account;
}

/** Describes an identity of a wallet before it is registered. */
export interface FundedIdentity {
  /** 32 bytes: SHA-256 of SHA-256 of the outpoint of its lock. */
  readonly id: Uint8Array;
  readonly lock: CreditLock;
  /** Returns its key number `id`, on the path that evo-sdk derives on testnet. */
  readonly key: (id: number) => Account;
}

/** Describes a wallet whose identities and addresses on Dash Platform the initial chain funds. */
export interface FundedWallet {
  readonly mnemonic: string;
  readonly identities: readonly FundedIdentity[];
  /** The keys of its platform addresses, in the order of their indexes. */
  readonly addresses: readonly Account[];
  /** The lock for all its addresses, of the same amount each. */
  readonly addressLock: CreditLock;
}

/** Returns the wallets that the best chain of a node funds: none in a chain whose blocks are others. */
export function fundedWallets({ chain, keyRing }: LocalNode): readonly FundedWallet[] {
  const transactions = chain.blockAt(WALLET_FUNDING_HEIGHT)?.block.transactions ?? [];
  return walletMnemonics(keyRing.mnemonic).flatMap((mnemonic) => {
    const wallet = new PlatformWallet(mnemonic);
    const outputs = wallet.creditOutputs();
    const funding = transactions.find(({ transaction }) => paysFirst(transaction, outputs[0]?.key));
    if (funding === undefined) return [];
    const locks = outputs.map(({ key }, outputIndex): CreditLock => {
      return { txid: funding.txid, outputIndex, height: WALLET_FUNDING_HEIGHT, key };
    });
    const addressLock = locks[WALLET_SIZE];
    if (addressLock === undefined) return [];
    const identities = locks.slice(0, WALLET_SIZE).map((lock, index) => {
      return { id: outPointHash(lock), lock, key: (id: number): Account => wallet.identityKey(index, id) };
    });
    return [{ mnemonic, identities, addresses: wallet.addresses(), addressLock }];
  });
}

/** Source: `create_identifier` of asset lock proofs in `packages/rs-dpp` of dashpay/platform. */
function outPointHash({ txid, outputIndex }: CreditLock): Uint8Array {
  return sha256d(new ByteWriter().hash(txid).u32(outputIndex).toBytes());
}

/** Returns whether a transaction is an asset lock whose first credit output pays a key. */
function paysFirst(transaction: Transaction, key: Account | undefined): boolean {
  if (key === undefined || transaction.type !== TransactionType.assetLock) return false;
  const payload = decodePayload(transaction);
  const [first] = payload?.kind === 'assetLockTx' ? payload.creditOutputs : [];
  return first !== undefined && bytesToHex(first.scriptPubKey) === bytesToHex(key.scriptPubKey);
}
