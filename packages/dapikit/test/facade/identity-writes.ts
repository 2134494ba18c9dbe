import {
  AssetLockProof,
  ContractBounds,
  CoreScript,
  Identifier,
  Identity,
  IdentityPublicKey,
  IdentityPublicKeyInCreation,
  IdentitySigner,
  OutPoint,
  PrivateKey,
} from '@dashevo/evo-sdk';
import type { FacadeTable } from './facade-table.js';
import { KEYS, keyOn, type Account, type LocalNetwork } from './local-network.js';
import { lockCoins, LOCK_KEY } from './lock-coins.js';
import { NOTHING, type Scene } from './scene.js';

/** Makes an identity that is not registered, with keys of its own. */
function unregistered(id: Identifier, firstKey: number): { identity: Identity; signer: IdentitySigner } {
  const identity = new Identity(id);
  const signer = new IdentitySigner();
  for (const [keyId, securityLevel] of (['master', 'high', 'critical'] as const).entries()) {
    const key = PrivateKey.fromBytes(new Uint8Array(32).fill(firstKey + keyId), 'testnet');
    signer.addKey(key);
    const data = key.getPublicKey().toBytes();
    identity.addPublicKey(
      new IdentityPublicKey({
        keyId,
        purpose: 'authentication',
        securityLevel,
        keyType: 'ecdsa_secp256k1',
        isReadOnly: false,
        data,
      }),
    );
  }
  return { identity, signer };
}

/** Calls what changes identities. */
export async function callIdentities(
  { network, table, owner, member }: Scene,
  contractId: string,
): Promise<void> {
  const assetLockPrivateKey = PrivateKey.fromBytes(LOCK_KEY, 'regtest');
  const lock = { assetLockProof: await lockCoins(network, 1_000_000n), assetLockPrivateKey };
  const created = unregistered(lock.assetLockProof.createIdentityId(), 0x31);
  await table.call('identities.create', 'present', { ...created, ...lock });
  await table.call('identities.create', 'rejected', { ...created, ...lock });
  const noLock = AssetLockProof.createChainAssetLockProof(1, new OutPoint('11'.repeat(32), 0));
  const lost = unregistered(noLock.createIdentityId(), 0x41);
  await table.call('identities.create', 'absent', { ...lost, assetLockProof: noLock, assetLockPrivateKey });

  const toppedUp = { identity: owner.identity, assetLockPrivateKey };
  await table.call('identities.topUp', 'present', {
    ...toppedUp,
    assetLockProof: await lockCoins(network, 200_000n),
  });
  await table.call('identities.topUp', 'rejected', { ...toppedUp, assetLockProof: lock.assetLockProof });
  await table.call('identities.topUp', 'absent', { ...toppedUp, assetLockProof: noLock });

  const sent = { identity: owner.identity, signer: owner.signer, recipientId: member.id, amount: 1_000_000n };
  await table.call('identities.creditTransfer', 'present', sent);
  await table.call('identities.creditTransfer', 'absent', { ...sent, recipientId: NOTHING });
  await table.call('identities.creditTransfer', 'rejected', { ...sent, amount: 10n ** 15n });

  const withdrawn = {
    identity: owner.identity,
    signer: owner.signer,
    amount: 1_000_000n,
    toAddress: coreScript().toAddress('regtest'),
    coreFeePerByte: 1,
  };
  await table.call('identities.creditWithdrawal', 'present', withdrawn);
  await table.call('identities.creditWithdrawal', 'absent', { ...withdrawn, identity: lost.identity });
  await table.call('identities.creditWithdrawal', 'rejected', { ...withdrawn, amount: 10n ** 15n });

  await callKeyChanges(table, member, lost, contractId);
}

const coreScript = (): CoreScript => CoreScript.fromP2PKH(new Uint8Array(20).fill(0xab));

async function callKeyChanges(
  table: FacadeTable,
  member: Account,
  lost: { readonly identity: Identity; readonly signer: IdentitySigner },
  contractId: string,
): Promise<void> {
  const [key, boundKey] = [0x51, 0x52].map((byte) =>
    PrivateKey.fromBytes(new Uint8Array(32).fill(byte), 'testnet'),
  );
  if (key === undefined || boundKey === undefined) throw new Error('expected two keys');
  const signer = new IdentitySigner();
  for (const one of [key, boundKey]) signer.addKey(one);
  signer.addKey(await keyOn(1, `m/9'/1'/5'/0'/0'/0'/${KEYS.master}'`));
  const added = new IdentityPublicKeyInCreation({
    keyId: 5,
    purpose: 'authentication',
    securityLevel: 'high',
    keyType: 'ecdsa_secp256k1',
    data: key.getPublicKey().toBytes(),
  });
  const bound = new IdentityPublicKeyInCreation({
    keyId: 6,
    purpose: 'encryption',
    securityLevel: 'medium',
    keyType: 'ecdsa_secp256k1',
    data: boundKey.getPublicKey().toBytes(),
    contractBounds: ContractBounds.SingleContract(contractId),
  });
  const fresh = await table.prepare<Identity>('identities.fetch', member.id);
  await table.call('identities.update', 'present', {
    identity: fresh,
    addPublicKeys: [added, bound],
    signer,
  });
  const changed = await table.prepare<Identity>('identities.fetch', member.id);
  await table.call('identities.update', 'rejected', { identity: changed, disablePublicKeys: [9], signer });
  await table.call('identities.update', 'absent', {
    identity: lost.identity,
    disablePublicKeys: [1],
    signer: lost.signer,
  });
}

/** Calls what changes platform addresses, and returns one with credits. */
export async function callAddresses({ network, table, owner }: Scene): Promise<string> {
  const [from, to, unused] = await Promise.all([1, 2, 50].map(async (index) => network.address(index)));
  if (from === undefined || to === undefined || unused === undefined)
    throw new Error('expected three addresses');
  const amount = 10_000_000n;
  const [inputs, nothing] = [[{ address: from.address, amount }], [{ address: unused.address, amount }]];
  const outputs = [{ address: to.address, amount }];
  const [signed, unsigned] = [
    { inputs, signer: from.signer },
    { inputs: nothing, signer: unused.signer },
  ];
  const tooMuch = { signer: from.signer, inputs: [{ address: from.address, amount: 10n ** 15n }] };
  await table.call('addresses.transfer', 'present', { ...signed, outputs });
  await table.call('addresses.transfer', 'absent', { ...unsigned, outputs });
  await table.call('addresses.transfer', 'rejected', {
    ...signed,
    outputs: [{ address: to.address, amount: 1n }],
  });

  const { identity } = owner;
  await table.call('addresses.topUpIdentity', 'present', { ...signed, identity });
  await table.call('addresses.topUpIdentity', 'absent', { ...unsigned, identity });
  await table.call('addresses.topUpIdentity', 'rejected', { ...tooMuch, identity });

  const withdrawn = { coreFeePerByte: 1, pooling: 0, outputScript: coreScript() };
  await table.call('addresses.withdraw', 'present', { ...signed, ...withdrawn });
  await table.call('addresses.withdraw', 'absent', { ...unsigned, ...withdrawn });
  await table.call('addresses.withdraw', 'rejected', { ...tooMuch, ...withdrawn });

  const given = { identity, outputs, signer: owner.signer };
  const lost = unregistered(Identifier.fromBase58(NOTHING), 0x61);
  await table.call('addresses.transferFromIdentity', 'present', given);
  await table.call('addresses.transferFromIdentity', 'absent', { ...lost, outputs });
  await table.call('addresses.transferFromIdentity', 'rejected', {
    ...given,
    outputs: [{ address: to.address, amount: 10n ** 15n }],
  });
  await callAddressFunding(network, table, from, to.address);
  return to.address;
}

async function callAddressFunding(
  network: LocalNetwork,
  table: FacadeTable,
  from: Awaited<ReturnType<LocalNetwork['address']>>,
  to: string,
): Promise<void> {
  const assetLockPrivateKey = PrivateKey.fromBytes(LOCK_KEY, 'regtest');
  const assetLockProof = await lockCoins(network, 1_000_000n);
  const feeStrategy = [{ $type: 'reduceOutput', index: 0 }];
  const funded = { outputs: [{ address: to }], feeStrategy, assetLockPrivateKey, signer: from.signer };
  const noLock = AssetLockProof.createChainAssetLockProof(1, new OutPoint('12'.repeat(32), 0));
  await table.call('addresses.fundFromAssetLock', 'present', { ...funded, assetLockProof });
  await table.call('addresses.fundFromAssetLock', 'rejected', { ...funded, assetLockProof });
  await table.call('addresses.fundFromAssetLock', 'absent', { ...funded, assetLockProof: noLock });

  const { identity, signer: identitySigner } = unregistered(Identifier.fromBase58(NOTHING), 0x71);
  const inputs = [{ address: from.address, amount: 50_000_000n }];
  const created = { identity, identitySigner, addressSigner: from.signer };
  const unused = await network.address(51);
  await table.call('addresses.createIdentity', 'present', { ...created, inputs });
  await table.call('addresses.createIdentity', 'rejected', { ...created, inputs });
  await table.call('addresses.createIdentity', 'absent', {
    ...created,
    addressSigner: unused.signer,
    inputs: [{ address: unused.address, amount: 50_000_000n }],
  });
}
