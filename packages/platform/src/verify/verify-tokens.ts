import { firstId } from '../state/keys/space-key.js';
import {
  decode,
  encode,
  groupAction,
  tokenDistributionRules,
  tokenPricingSchedule,
  type Codec,
} from '@dapikit/protocol';
import { isSameBytes } from '../base/bytes/compare-bytes.js';
import { GROUP_SPACES } from '../state/group/group-keys.js';
import type { StoreView } from '../store/store.js';
import { balanceFromBytes } from '../state/token/token-account.js';
import { tokenId } from '../state/token/token-id.js';
import { balancesPrefix, TOKEN_SPACES, tokenKey } from '../state/token/token-keys.js';
import { TOKEN_FORM } from '../state/token/token-store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';

const ID_BYTES = 32;
/** Checks that every token matches its id, that its supply is the sum of its balances, and that the rest belongs to a token. */
export async function verifyTokens(view: StoreView, differences: DifferenceList): Promise<void> {
  for await (const { key, value } of readWithOthers(view, Uint8Array.of(TOKEN_SPACES.tokens), () => [])) {
    const token = readable(() => TOKEN_FORM.fromBytes(value));
    const right = readable(() =>
      token && Number.isInteger(token.position) ? tokenId(token.contractId, token.position) : undefined,
    );
    if (
      token === undefined ||
      right === undefined ||
      !isSameBytes(token.id, firstId(key)) ||
      !isSameBytes(right, token.id)
    ) {
      differences.differ('token', key, value);
      continue;
    }
    let supply = 0n;
    for await (const { value } of readWithOthers(view, balancesPrefix(token.id), () => []))
      supply += readable(() => balanceFromBytes(value)) ?? 0n;
    if (supply !== token.totalSupply)
      differences.differ('token', key, value, TOKEN_FORM.toBytes({ ...token, totalSupply: supply }));
  }
  for (const [space, isSound] of ENTRIES) {
    const entries = readWithOthers(view, Uint8Array.of(space), ({ key }) => [tokenKey(firstId(key))]);
    for await (const { key, value, others } of entries)
      if (others[0] === undefined || readable(() => isSound(value)) !== true)
        differences.differ('token', key, value);
  }
  await verifyGroupActions(view, differences);
}

const TIME_BYTES = 8;
const EPOCH_BYTES = 2;

/** The entries that belong to tokens, and what their values are. */
const ENTRIES: readonly (readonly [space: number, isSound: (value: Uint8Array) => boolean])[] = [
  [TOKEN_SPACES.tokenBalances, (value) => balanceFromBytes(value) >= 0n],
  [TOKEN_SPACES.tokenFreezes, ({ length, 0: first = 2 }) => length === 1 && first <= 1],
  [TOKEN_SPACES.tokenPrices, (value) => isEncoded(tokenPricingSchedule, value)],
  [TOKEN_SPACES.perpetualClaims, ({ length }) => length === TIME_BYTES || length === EPOCH_BYTES],
  [TOKEN_SPACES.preProgrammedClaims, ({ length }) => length === TIME_BYTES],
  [TOKEN_SPACES.onceOnlyClaims, ({ length }) => length === TIME_BYTES],
  [TOKEN_SPACES.tokenDistributions, (value) => isEncoded(tokenDistributionRules, value)],
];

const isEncoded = <Value>(codec: Codec<Value>, bytes: Uint8Array): boolean =>
  Buffer.from(bytes).equals(encode(codec, decode(codec, bytes)));

const ACTION_KEY_BYTES = 1 + ID_BYTES + 2 + 1 + ID_BYTES;
const POWER_BYTES = 4;

/** Checks that every action of a group can be read, and that every signer belongs to one. */
async function verifyGroupActions(view: StoreView, differences: DifferenceList): Promise<void> {
  const actions = readWithOthers(view, Uint8Array.of(GROUP_SPACES.groupActions), () => []);
  for await (const { key, value } of actions) {
    const action = readable(() => decode(groupAction, value));
    const isOwn = action !== undefined && isSameBytes(action.contractId, firstId(key));
    if (!isOwn || key.length !== ACTION_KEY_BYTES) differences.differ('token', key, value);
  }
  const signers = readWithOthers(view, Uint8Array.of(GROUP_SPACES.groupSigners), ({ key }) => [
    Uint8Array.of(GROUP_SPACES.groupActions, ...key.subarray(1, ACTION_KEY_BYTES)),
  ]);
  for await (const { key, value, others } of signers)
    if (others[0] === undefined || value.length !== POWER_BYTES) differences.differ('token', key, value);
}
