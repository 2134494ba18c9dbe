import { isPayToPublicKeyHash } from '../script/script-shape.js';
import { OPCODES } from '../script/opcodes.js';
import { decodePayload } from '../transaction/payload/payload.js';
import type { AssetLockTx } from '../transaction/payload/asset-lock-tx.js';
import type { Transaction, TransactionOutput } from '../transaction/transaction.js';
import { MalformedBytes } from '../bytes/malformed-bytes.js';
import { isMoney } from './regtest.js';
import { Rejection } from './rejection.js';

const BURN_SCRIPT = Uint8Array.of(OPCODES.OP_RETURN, 0);

/**
 * What a transaction that moves coins to the platform must keep.
 *
 * Source: `CheckAssetLockTx` in `src/evo/assetlocktx.cpp` of dashpay/dash.
 * @throws {Rejection}
 */
export function checkAssetLock(transaction: Transaction): void {
  const burned = burnedAmount(transaction);
  const { creditOutputs } = assetLockPayload(transaction);
  if (creditOutputs.length === 0) throw new Rejection('bad-assetlocktx-emptycreditoutputs');
  let credited = 0n;
  for (const { value, scriptPubKey } of creditOutputs) {
    credited += value;
    if (value === 0n || !isMoney(value) || !isMoney(credited))
      throw new Rejection('bad-assetlocktx-credit-outofrange');
    if (!isPayToPublicKeyHash(scriptPubKey)) throw new Rejection('bad-assetlocktx-pubKeyHash');
  }
  if (credited !== burned) throw new Rejection('bad-assetlocktx-creditamount');
}

/** The duffs that a transaction moves into the credit pool: the value of its first output that burns. */
export function lockedAmount({ outputs }: Transaction): bigint {
  return outputs.find(isBurn)?.value ?? 0n;
}

function burnedAmount({ outputs }: Transaction): bigint {
  let burned: bigint | undefined;
  for (const output of outputs) {
    if (!isBurn(output)) continue;
    if (Buffer.compare(output.scriptPubKey, BURN_SCRIPT) !== 0)
      throw new Rejection('bad-assetlocktx-non-empty-return');
    if (output.value === 0n || !isMoney(output.value))
      throw new Rejection('bad-assetlocktx-opreturn-outofrange');
    if (burned !== undefined) throw new Rejection('bad-assetlocktx-multiple-return');
    burned = output.value;
  }
  if (burned === undefined) throw new Rejection('bad-assetlocktx-no-return');
  return burned;
}

function isBurn({ scriptPubKey }: TransactionOutput): boolean {
  return scriptPubKey[0] === OPCODES.OP_RETURN;
}

function assetLockPayload(transaction: Transaction): AssetLockTx {
  try {
    const payload = decodePayload(transaction);
    if (payload?.kind === 'assetLockTx') return payload;
  } catch (error) {
    if (!(error instanceof MalformedBytes)) throw error;
    const version = transaction.extraPayload[0];
    if (version !== undefined && version !== 1) throw new Rejection('bad-assetlocktx-version');
  }
  throw new Rejection('bad-assetlocktx-payload');
}
