import {
  decodeTransaction,
  encodePayload,
  encodeTransaction,
  hash160,
  payToPublicKeyHash,
  publicKeyOf,
  signInput,
  transactionId,
  TransactionType,
  type DevChain,
  type Transaction,
} from '@dapikit/chain';

const FEE = 10_000n;

/** The private key of the credit outputs. */
export const LOCK_KEY = Uint8Array.from({ length: 32 }, () => 9);

/** Is a transaction that locks coins. */
export interface LockedCoins {
  readonly txid: string;
  readonly raw: Uint8Array;
}

/** Locks duffs of an account of a development chain for {@link LOCK_KEY}, and sends the transaction. @param at each account has one coin */
export async function lockCoins(chain: DevChain, at: number, duffs: bigint): Promise<LockedCoins> {
  const account = chain.accounts[at];
  if (account === undefined) throw new Error('expected an account');
  const paid = decodeTransaction(chain.transfer(account, account, duffs));
  const [, change] = paid.outputs;
  if (change === undefined) throw new Error('expected change');
  const credit = { value: duffs, scriptPubKey: payToPublicKeyHash(hash160(publicKeyOf(LOCK_KEY))) };
  const unsigned = {
    ...paid,
    version: 3,
    type: TransactionType.assetLock,
    outputs: [
      { value: duffs, scriptPubKey: Uint8Array.of(0x6a, 0) },
      { ...change, value: change.value - FEE },
    ],
    extraPayload: encodePayload({ kind: 'assetLockTx', version: 1, creditOutputs: [credit] }),
  };
  const signed = unsigned.inputs.reduce<Transaction>(
    (transaction, _, inputIndex) =>
      signInput({
        transaction,
        inputIndex,
        secretKey: account.secretKey,
        scriptPubKey: account.scriptPubKey,
      }),
    { ...unsigned, inputs: unsigned.inputs.map((input) => ({ ...input, scriptSig: new Uint8Array() })) },
  );
  const raw = encodeTransaction(signed);
  await chain.sendTransaction(raw);
  return { txid: transactionId(signed), raw };
}
