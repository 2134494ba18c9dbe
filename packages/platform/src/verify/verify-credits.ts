import { integerBytes, readInteger } from '../bytes/integer-bytes.js';
import { CONTEST_FORM } from '../contest/contest-forms.js';
import { contestsPrefix } from '../contest/contest-keys.js';
import { IDENTITY_SPACES, ISSUED_CREDITS_KEY, PROCESSING_POOL_KEY } from '../identity/identity-entry-keys.js';
import type { StoreView, WritableView } from '../store/store.js';
import { readable, readWithOthers, type DifferenceList } from './difference-list.js';

const AMOUNT_BYTES = 8;

/** Checks that no credits are created or lost: their sum is that of the issued ones. */
export async function verifyCredits(view: StoreView, differences: DifferenceList): Promise<void> {
  const credits = await allCredits(view);
  const issued = await view.get(ISSUED_CREDITS_KEY);
  if (issued === undefined ? credits > 0n : amountIn(issued) !== credits)
    differences.differ('credits', ISSUED_CREDITS_KEY, issued, integerBytes(credits, AMOUNT_BYTES));
}

/** Counts the credits that were given out, where nobody did: the first stores do not record it. */
export async function countIssuedCredits(view: WritableView): Promise<void> {
  if ((await view.get(ISSUED_CREDITS_KEY)) !== undefined) return;
  const credits = await allCredits(view);
  if (credits > 0n) view.put(ISSUED_CREDITS_KEY, integerBytes(credits, AMOUNT_BYTES));
}

/** Adds up the credits of identities, of the processing pool and of contests. */
async function allCredits(view: StoreView): Promise<bigint> {
  let credits = amountIn(await view.get(PROCESSING_POOL_KEY));
  const balances = readWithOthers(view, Uint8Array.of(IDENTITY_SPACES.balances), () => []);
  for await (const { value } of balances) credits += amountIn(value);
  for await (const { value } of readWithOthers(view, contestsPrefix(), () => []))
    credits += readable(() => CONTEST_FORM.fromBytes(value))?.fund ?? 0n;
  return credits;
}

const amountIn = (bytes: Uint8Array | undefined): bigint =>
  bytes?.length === AMOUNT_BYTES ? readInteger(bytes, false) : 0n;
