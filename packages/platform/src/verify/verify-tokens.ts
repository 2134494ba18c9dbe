import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import type { StoreView } from '../store/store.js';
import { readable, readWithOthers, type DifferenceList } from './difference-list.js';
import { tokenId } from '../token/token-id.js';
import { accountsPrefix, TOKEN_SPACES, tokenKey } from '../token/token-keys.js';
import { ACCOUNT_FORM, TOKEN_FORM } from '../token/token-store.js';

const ID_BYTES = 32;
const idIn = (key: Uint8Array): string => identifierText(key.slice(1, 1 + ID_BYTES));

/** Checks that every token matches its id, and that its supply is the sum of its accounts. */
export async function verifyTokens(view: StoreView, differences: DifferenceList): Promise<void> {
  for await (const { key, value } of readWithOthers(view, Uint8Array.of(TOKEN_SPACES.tokens), () => [])) {
    const token = readable(() => TOKEN_FORM.fromBytes(value));
    const right = readable(() => token && identifierText(tokenId(bytesOf(token.contractId), token.position)));
    if (token === undefined || token.id !== idIn(key) || right !== token.id) {
      differences.differ('token', key, value);
      continue;
    }
    let supply = 0n;
    for await (const { value } of readWithOthers(view, accountsPrefix(token.id), () => [])) {
      const balance = readable(() => ACCOUNT_FORM.fromBytes(value))?.balance;
      supply += typeof balance === 'bigint' ? balance : 0n;
    }
    if (supply !== token.totalSupply)
      differences.differ('token', key, value, TOKEN_FORM.toBytes({ ...token, totalSupply: supply }));
  }
  const accounts = readWithOthers(view, Uint8Array.of(TOKEN_SPACES.tokenAccounts), ({ key }) => [
    tokenKey(idIn(key)),
  ]);
  for await (const { key, value, others } of accounts) {
    const account = readable(() => ACCOUNT_FORM.fromBytes(value));
    if (typeof account?.balance !== 'bigint' || others[0] === undefined)
      differences.differ('token', key, value);
  }
}
