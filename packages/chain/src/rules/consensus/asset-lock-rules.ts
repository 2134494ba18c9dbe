import { isPayToPublicKeyHash } from '../../primitives/script/script-shape.js';
import { OPCODES } from '../../primitives/script/opcodes.js';
import type { AssetLockTx } from '../../primitives/payload/asset-lock-tx.js';
import type { Transaction, TransactionOutput } from '../../primitives/transaction/transaction.js';
import { isMoney } from './regtest.js';
import { RejectionError } from './rejection-error.js';

const BURN_SCRIPT = Uint8Array.of(OPCODES.OP_RETURN, 0);

/**
 * Checks the payload of a transaction that moves coins to the platform.
 *
 * Source: the second part of `CheckAssetLockTx` in `src/evo/assetlocktx.cpp` of dashpay/dash.
 * @param burned what {@link burnedAmount} gives for the transaction
 * @throws {RejectionError}
 */
export function checkAssetLock({ creditOutputs }: AssetLockTx, burned: bigint): void {
  if (creditOutputs.length === 0) throw new RejectionError('bad-assetlocktx-emptycreditoutputs');
  let credited = 0n;
  for (const { value, scriptPubKey } of creditOutputs) {
    credited += value;
    if (value === 0n || !isMoney(value) || !isMoney(credited))
      throw new RejectionError('bad-assetlocktx-credit-outofrange');
    if (!isPayToPublicKeyHash(scriptPubKey)) throw new RejectionError('bad-assetlocktx-pubKeyHash');
  }
  if (credited !== burned) throw new RejectionError('bad-assetlocktx-creditamount');
}

/** Returns the duffs that a transaction moves into the credit pool: the value of its first output that burns. */
export function lockedAmount({ outputs }: Transaction): bigint {
  return outputs.find(isBurn)?.value ?? 0n;
}

/**
 * Returns the duffs that a transaction burns to move them to the platform.
 *
 * Source: the first part of `CheckAssetLockTx` in `src/evo/assetlocktx.cpp` of dashpay/dash.
 * @throws {RejectionError} unless exactly one output burns, and as it should.
 */
export function burnedAmount({ outputs }: Transaction): bigint {
  let burned: bigint | undefined;
  for (const output of outputs) {
    if (!isBurn(output)) continue;
    if (Buffer.compare(output.scriptPubKey, BURN_SCRIPT) !== 0)
      throw new RejectionError('bad-assetlocktx-non-empty-return');
    if (output.value === 0n || !isMoney(output.value))
      throw new RejectionError('bad-assetlocktx-opreturn-outofrange');
    if (burned !== undefined) throw new RejectionError('bad-assetlocktx-multiple-return');
    burned = output.value;
  }
  if (burned === undefined) throw new RejectionError('bad-assetlocktx-no-return');
  return burned;
}

function isBurn({ scriptPubKey }: TransactionOutput): boolean {
  return scriptPubKey[0] === OPCODES.OP_RETURN;
}
