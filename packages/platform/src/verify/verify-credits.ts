import { ADDRESS_FORM } from '../state/address/address-store.js';
import { ADDRESS_SPACES } from '../state/address/address-keys.js';
import { integerBytes, readInteger } from '../base/bytes/integer-bytes.js';
import { contestsPrefix } from '../state/contest/contest-keys.js';
import {
  CONTROL_CREDITS_KEY,
  IDENTITY_SPACES,
  PROCESSING_POOL_KEY,
  TOTAL_CREDITS_KEY,
  WITHDRAWN_CREDITS_KEY,
} from '../state/identity/identity-entry-keys.js';
import { FEE_POT_FORM, FEE_POT_SPACES } from '../state/moderation/fee-pots.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';
import { storedAssetLock } from './stored-asset-lock.js';
import { storedContest } from './stored-contest.js';

const AMOUNT_BYTES = 8;
const ADDRESS_BYTES = 21;

/**
 * Checks that no credits are created or lost: those that there are add up to the total, and the total is what asset locks brought and
 * controls gave out without what was withdrawn.
 */
export async function verifyCredits(view: StoreView, differences: DifferenceList): Promise<void> {
  const credits = await allCredits(view);
  const [total, controls, withdrawn] = await view.getMany([
    TOTAL_CREDITS_KEY,
    CONTROL_CREDITS_KEY,
    WITHDRAWN_CREDITS_KEY,
  ]);
  if (amountIn(total) !== credits)
    differences.differ('credits', TOTAL_CREDITS_KEY, total, integerBytes(credits, AMOUNT_BYTES));
  const issued = credits + amountIn(withdrawn) - (await lockedCredits(view));
  if (amountIn(controls) !== issued)
    differences.differ(
      'credits',
      CONTROL_CREDITS_KEY,
      controls,
      issued < 0n ? undefined : integerBytes(issued, AMOUNT_BYTES),
    );
}

/** Checks that each platform address can be read. */
export async function verifyAddresses(view: StoreView, differences: DifferenceList): Promise<void> {
  for await (const { key, value } of readWithOthers(view, ADDRESSES, () => []))
    if (key.length !== 1 + ADDRESS_BYTES || readable(() => ADDRESS_FORM.fromBytes(value)) === undefined)
      differences.differ('address', key, value);
}

const ADDRESSES = Uint8Array.of(ADDRESS_SPACES.addresses);
const FEE_POTS = Uint8Array.of(FEE_POT_SPACES.pots);

/** Adds up the credits of identities, addresses, of the processing pool, of contests and of fees that nobody has claimed. */
async function allCredits(view: StoreView): Promise<bigint> {
  let credits = amountIn(await view.get(PROCESSING_POOL_KEY));
  const balances = readWithOthers(view, Uint8Array.of(IDENTITY_SPACES.balances), () => []);
  for await (const { value } of balances) credits += amountIn(value);
  for await (const { value } of readWithOthers(view, ADDRESSES, () => []))
    credits += readable(() => ADDRESS_FORM.fromBytes(value))?.balance ?? 0n;
  for await (const { value } of readWithOthers(view, contestsPrefix(), () => []))
    credits += storedContest(value)?.fund ?? 0n;
  for await (const { value } of readWithOthers(view, FEE_POTS, () => []))
    credits += readable(() => FEE_POT_FORM.fromBytes(value))?.credits ?? 0n;
  return credits;
}

/** Adds up what asset locks brought. */
async function lockedCredits(view: StoreView): Promise<bigint> {
  let credits = 0n;
  for await (const { value } of readWithOthers(view, Uint8Array.of(IDENTITY_SPACES.assetLocks), () => [])) {
    const lock = storedAssetLock(value);
    if (lock !== undefined) credits += lock.credits - lock.left;
  }
  return credits;
}

const amountIn = (bytes: Uint8Array | undefined): bigint =>
  bytes?.length === AMOUNT_BYTES ? readInteger(bytes, false) : 0n;
