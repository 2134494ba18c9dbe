import type { SpecialPayload } from '../../primitives/payload/payload.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { carriesPayload } from '../../primitives/transaction/transaction.js';
import { burnedAmount, checkAssetLock } from './asset-lock-rules.js';
import { checkAssetUnlock, checkAssetUnlockShape } from './asset-unlock-rules.js';
import { HARD_FORK_SIGNAL_RULES } from './hard-fork-signal-rules.js';
import { PRO_REG_RULES, PRO_UP_REG_RULES, PRO_UP_REV_RULES, PRO_UP_SERV_RULES } from './provider-rules.js';
import { REGTEST } from './regtest.js';
import { enforce, RejectionError } from './rejection-error.js';
import type { SpecialContext } from './special-context.js';
import { specialPayload } from './special-payload.js';

/**
 * Checks a special transaction other than a coinbase against the chain; commitments are checked with their block. A plain transaction passes.
 *
 * Source: `CheckSpecialTx` in `src/evo/specialtxman.cpp` of dashpay/dash.
 * @returns its payload
 * @throws {RejectionError}
 */
export function checkSpecialTransaction(context: SpecialContext): SpecialPayload | undefined {
  const { transaction } = context;
  if (!carriesPayload(transaction)) return undefined;
  if (context.height < REGTEST.specialTransactionsHeight) throw new RejectionError('bad-tx-type');
  if (transaction.type === TransactionType.coinbase) throw new RejectionError('bad-cbtx-invalid');
  if (transaction.type === TransactionType.assetUnlock) checkAssetUnlockShape(context);
  const burned = transaction.type === TransactionType.assetLock ? burnedAmount(transaction) : 0n;
  const payload = specialPayload(transaction);
  switch (payload.kind) {
    case 'assetLockTx':
      checkAssetLock(payload, burned);
      break;
    case 'proRegTx':
      enforce(PRO_REG_RULES, { ...context, payload });
      break;
    case 'proUpServTx':
      enforce(PRO_UP_SERV_RULES, { ...context, payload });
      break;
    case 'proUpRegTx':
      enforce(PRO_UP_REG_RULES, { ...context, payload });
      break;
    case 'proUpRevTx':
      enforce(PRO_UP_REV_RULES, { ...context, payload });
      break;
    case 'mnHfTx':
      enforce(HARD_FORK_SIGNAL_RULES, { ...context, payload });
      break;
    case 'assetUnlockTx':
      checkAssetUnlock({ ...context, payload });
      break;
    default:
  }
  return payload;
}
