import { expect, it } from 'vitest';
import { contractKey } from '../src/state/contract/contract-keys.js';
import { findStoredContract, putContract } from '../src/state/contract/contract-store.js';
import { IDENTITY_FORM } from '../src/state/identity/identity-form.js';
import { MASTERNODE_FORM } from '../src/state/identity/masternode-store.js';
import { TOKEN_FORM } from '../src/state/token/token-store.js';
import type { StoredForm } from '../src/base/bytes/stored-value.js';
import { blockAt, idBytesOf, idOf, T0 } from './contest-play.js';
import { onEachEngine } from './engines.js';

/** Returns an entry as stores have it, and what it is read as. */
const stored = <Value>({ toBytes, fromBytes }: StoredForm<Value>, value: Value) => {
  const bytes = toBytes(value);
  return { text: Buffer.from(bytes).toString('utf8'), read: fromBytes(Uint8Array.from(bytes)) };
};

it('entries of tokens and masternodes have their identifiers in base58', () => {
  const token = {
    id: idBytesOf('token'),
    contractId: idBytesOf('contract'),
    position: 0,
    totalSupply: 5n,
    isPaused: false,
    hasStatus: false,
    hasDistributions: true,
  };
  expect(stored(TOKEN_FORM, token)).toEqual({
    text:
      `{"id":"${idOf('token')}","contractId":"${idOf('contract')}","position":0,"totalSupply":{"$bigint":"5"},` +
      '"isPaused":false,"hasStatus":false,"hasDistributions":true}',
    read: token,
  });
  const hash = 'ab'.repeat(20);
  const masternode = {
    proTxHash: idBytesOf('M1'),
    kind: 'regular',
    votingAddress: hash,
    ownerAddress: hash,
    payoutAddress: hash,
  } as const;
  expect(stored(MASTERNODE_FORM, masternode)).toEqual({
    text: `{"proTxHash":"${idOf('M1')}","kind":"regular","votingAddress":"${hash}","ownerAddress":"${hash}","payoutAddress":"${hash}"}`,
    read: masternode,
  });
});

it('entries of identities have the contracts of bound keys in base58', () => {
  const key = {
    id: 1,
    purpose: 'ENCRYPTION',
    securityLevel: 'MEDIUM',
    type: 'ECDSA_HASH160',
    data: Uint8Array.of(1),
    readOnly: false,
    contractBounds: { contractId: idBytesOf('contract'), documentType: 'note' },
    disabledAt: 7,
  } as const;
  expect(stored(IDENTITY_FORM, { revision: 2n, keys: [key] })).toEqual({
    text:
      '{"revision":{"$bigint":"2"},"keys":[{"id":1,"purpose":"ENCRYPTION","securityLevel":"MEDIUM","type":"ECDSA_HASH160",' +
      `"data":{"$bytes":"AQ=="},"readOnly":false,"contractBounds":{"contractId":"${idOf('contract')}","documentType":"note"},"disabledAt":7}]}`,
    read: { revision: 2n, keys: [key] },
  });
});

onEachEngine(({ open }) => {
  it('entries of contracts have their identifiers in base58', async () => {
    const store = await open();
    const contract = {
      id: idBytesOf('contract'),
      ownerId: idBytesOf('owner'),
      version: 1,
      text: '{}',
      protocolVersion: 13,
      createdAt: blockAt(T0),
    };
    await store.write(async (view) => {
      putContract(view, contract);
      return Promise.resolve();
    });
    await store.read(async (view) => {
      const entry = Buffer.from((await view.get(contractKey(contract.id))) ?? []).toString('utf8');
      const ids = `{"id":"${idOf('contract')}","ownerId":"${idOf('owner')}","version":1,"text":"{}",`;
      expect(entry.startsWith(ids)).toBe(true);
      expect(await findStoredContract(view, contract.id)).toEqual(contract);
    });
  });
});
