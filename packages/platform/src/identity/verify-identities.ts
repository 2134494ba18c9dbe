import { identifierText } from '../bytes/identifier.js';
import { joined } from '../bytes/double-hash.js';
import type { StoreView } from '../store/store.js';
import { readable, readWithOthers, type Differences } from '../verify/differences.js';
import { voterIdentityId } from './identity-id.js';
import { IDENTITY_FORM } from './identity-store.js';
import { balanceKey, departedKey, IDENTITY_SPACES, identityKey } from './identity-entry-keys.js';
import { MASTERNODE_FORM } from '../masternode/masternode-store.js';

const [ID_BYTES, AMOUNT_BYTES] = [32, 8];
const space = (name: keyof typeof IDENTITY_SPACES): Uint8Array => Uint8Array.of(IDENTITY_SPACES[name]);
const idIn = (key: Uint8Array): string => identifierText(key.slice(1, 1 + ID_BYTES));

/**
 * Every identity has keys and a balance, and what is kept of identities and masternodes is that of one that is there. Which
 * nonces are used is told by nothing else; `verifyCredits` adds the balances up.
 */
export async function verifyIdentities(view: StoreView, differences: Differences): Promise<void> {
  const identities = readWithOthers(view, space('identities'), ({ key }) => [balanceKey(idIn(key))]);
  for await (const { key, value, others } of identities) {
    if (!Array.isArray(readable(() => IDENTITY_FORM.fromBytes(value))?.keys))
      differences.differ('identity', key, value);
    if (others[0] === undefined) differences.differ('identity', balanceKey(idIn(key)), undefined);
  }
  for (const name of ['balances', 'identityNonces', 'contractNonces'] as const) {
    const amounts = readWithOthers(view, space(name), ({ key }) => [identityKey(idIn(key))]);
    for await (const { key, value, others } of amounts)
      if (others[0] === undefined || value.length !== AMOUNT_BYTES)
        differences.differ('identity', key, value);
  }
  await verifyMasternodes(view, differences);
}

async function verifyMasternodes(view: StoreView, differences: Differences): Promise<void> {
  for await (const { key, value } of readWithOthers(view, space('masternodes'), () => [])) {
    const masternode = readable(() => MASTERNODE_FORM.fromBytes(value));
    if (masternode?.proTxHash !== idIn(key)) {
      differences.differ('masternode', key, value);
      continue;
    }
    const voter = identityKey(voterIdentityId(masternode.proTxHash, masternode.votingAddress));
    const own = identityKey(masternode.proTxHash);
    const found = await view.getMany([voter, own]);
    for (const [at, missing] of [voter, own].entries())
      if (found[at] === undefined) differences.differ('masternode', missing, undefined);
  }
  const mark = departedKey();
  for await (const { key, value, others } of readWithOthers(view, mark, () => [mark])) {
    if (value.length > 0 || others[0] === undefined) differences.differ('masternode', key, value, NOTHING);
    if (key.length !== mark.length && key.length !== joined([mark, new Uint8Array(ID_BYTES)]).length)
      differences.differ('masternode', key, value);
  }
}

const NOTHING = new Uint8Array();
