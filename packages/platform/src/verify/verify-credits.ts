import { integerBytes, integerOf } from '../bytes/integer-bytes.js';
import { CONTEST_FORM } from '../contest/contest-forms.js';
import { contestsPrefix } from '../contest/contest-keys.js';
import { IDENTITY_SPACES, ISSUED_CREDITS_KEY, PROCESSING_POOL_KEY } from '../identity/identity-entry-keys.js';
import type { StoreView, WritableView } from '../store/store.js';
import { readable, readWithOthers, type Differences } from './differences.js';

const AMOUNT_BYTES = 8;

/** No credit is made or lost: all there are were given out. */
export async function verifyCredits(view: StoreView, differences: Differences): Promise<void> {
  const credits = await allCredits(view);
  const issued = await view.get(ISSUED_CREDITS_KEY);
  if (issued === undefined ? credits > 0n : amountIn(issued) !== credits)
    differences.differ('credits', ISSUED_CREDITS_KEY, issued, integerBytes(credits, AMOUNT_BYTES));
}

/** Counts the credits that were given out, where nobody did: the first stores do not tell. */
export async function countIssuedCredits(view: WritableView): Promise<void> {
  if ((await view.get(ISSUED_CREDITS_KEY)) !== undefined) return;
  const credits = await allCredits(view);
  if (credits > 0n) view.put(ISSUED_CREDITS_KEY, integerBytes(credits, AMOUNT_BYTES));
}

/** What identities, those who process blocks and the funds of contests have. */
async function allCredits(view: StoreView): Promise<bigint> {
  let credits = amountIn(await view.get(PROCESSING_POOL_KEY));
  const balances = readWithOthers(view, Uint8Array.of(IDENTITY_SPACES.balances), () => []);
  for await (const { value } of balances) credits += amountIn(value);
  for await (const { value } of readWithOthers(view, contestsPrefix(), () => []))
    credits += readable(() => CONTEST_FORM.fromBytes(value))?.fund ?? 0n;
  return credits;
}

const amountIn = (bytes: Uint8Array | undefined): bigint =>
  bytes?.length === AMOUNT_BYTES ? integerOf(bytes, false) : 0n;
