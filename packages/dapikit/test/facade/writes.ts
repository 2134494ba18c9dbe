import { encodeAddress } from '@dapikit/chain';
import {
  Document,
  Identifier,
  Identity,
  IdentityCreditTransfer,
  IdentityPublicKey,
  IdentitySigner,
  IdentityUpdateTransition,
  ResourceVoteChoice,
  VotePoll,
  type DataContract,
  type StateTransition,
} from '@dashevo/evo-sdk';
import type { FacadeTable } from './facade-table.js';
import { callAddresses, callIdentities } from './identity-writes.js';
import { KEYS, keyOn, type Account, type LocalNetwork } from './local-network.js';
import { NOTHING, type Scene } from './scene.js';
import { callGroupActions, callTokens } from './token-writes.js';
import { makeContract } from './traded-contract.js';

export const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
/** A name that nobody contends for. evo-sdk finds no name with an `i`, `l` or `o` by its text. */
export const NAME = 'sdk-test-name-23456789-abc';
/** A name that masternodes decide about. */
export const CONTESTED = 'quantum';

/** What the writes leave for the queries. */
export interface Written {
  readonly owner: Account;
  readonly member: Account;
  readonly contractId: string;
  readonly cardId: string;
  /** Of a type that keeps its history. */
  readonly entryId: string;
  readonly address: string;
  readonly unusedAddress: string;
  /** Of the masternode that has voted: 64 hexadecimal digits, and the hash of its voting key. */
  readonly masternode: { readonly proTxHash: string; readonly votingKeyHash: string };
}

/** Calls every method of evo-sdk that writes. */
export async function callWrites(network: LocalNetwork, table: FacadeTable): Promise<Written> {
  const scene: Scene = {
    network,
    table,
    owner: await network.account(0, 0),
    member: await network.account(1, 0),
  };
  const contractId = await callContracts(scene);
  const cardId = await callDocuments(scene, contractId);
  const entryId = await createEntry(scene, contractId);
  await callTokens(scene, contractId);
  await callGroupActions(scene, contractId);
  await callIdentities(scene, contractId);
  const address = await callAddresses(scene);
  await callNames(scene);
  const masternode = await callVote(scene);
  await callTransitions(scene);
  const { address: unusedAddress } = await network.address(60);
  return {
    owner: scene.owner,
    member: scene.member,
    contractId,
    cardId,
    entryId,
    masternode,
    address,
    unusedAddress,
  };
}

async function callContracts({ network, table, owner, member }: Scene): Promise<string> {
  const made = await makeContract(network, owner, member);
  const published = await table.call<DataContract>('contracts.publish', 'present', {
    dataContract: made,
    ...owner.by(),
  });
  await table.call('contracts.publish', 'rejected', {
    dataContract: await makeContract(network, owner, owner),
    ...owner.by(),
  });
  const unowned = await makeContract(network, { ...owner, id: NOTHING }, member);
  await table.call('contracts.publish', 'absent', { dataContract: unowned, ...owner.by() });
  const contractId = published.id.toString();
  const changed = async (step: number): Promise<DataContract> => {
    const contract = await table.prepare<DataContract>('contracts.fetch', contractId);
    contract.version += step;
    return contract;
  };
  await table.call('contracts.update', 'rejected', { dataContract: await changed(2), ...owner.by() });
  await table.call('contracts.update', 'present', { dataContract: await changed(1), ...owner.by() });
  const unknown = await makeContract(network, owner, member);
  unknown.version += 1;
  await table.call('contracts.update', 'absent', { dataContract: unknown, ...owner.by() });
  return contractId;
}

async function callDocuments({ table, owner, member }: Scene, contractId: string): Promise<string> {
  const card = (name: string, revision = 1n, id?: string): Document =>
    new Document({
      properties: { name, strength: 7 },
      documentTypeName: 'card',
      dataContractId: contractId,
      ownerId: owner.id,
      revision,
      ...(id !== undefined && { id }),
    });
  const sold = card('sold');
  const id = sold.id.toString();
  const next = async (): Promise<Document> => {
    const found = await table.prepare<Document>('documents.get', contractId, 'card', id);
    found.revision = (found.revision ?? 0n) + 1n;
    return found;
  };
  const absent = card('absent', 2n, NOTHING);
  const price = 1_000_000n;
  const [seller, buyer] = [owner.by(), member.by()];
  await table.call('documents.create', 'present', { document: sold, ...seller });
  const wrong = card('wrong');
  wrong.properties = { name: 'wrong', strength: 101 };
  await table.call('documents.create', 'rejected', { document: wrong, ...seller });
  const unowned = card('unowned');
  unowned.dataContractId = Identifier.fromBase58(NOTHING);
  await table.call('documents.create', 'absent', { document: unowned, ...seller });
  const toMember = { recipientId: member.id };
  await table.call('documents.purchase', 'rejected', {
    document: await next(),
    buyerId: member.id,
    price,
    ...buyer,
  });
  await table.call('documents.replace', 'present', { document: await next(), ...seller });
  await table.call('documents.replace', 'absent', { document: absent, ...seller });
  const stale = await next();
  stale.revision = 9n;
  await table.call('documents.replace', 'rejected', { document: stale, ...seller });
  await table.call('documents.setPrice', 'present', { document: await next(), price, ...seller });
  await table.call('documents.setPrice', 'absent', { document: absent, price, ...seller });
  await table.call('documents.setPrice', 'rejected', { document: await next(), price, ...buyer });
  await table.call('documents.purchase', 'absent', { document: absent, buyerId: member.id, price, ...buyer });
  await table.call('documents.purchase', 'present', {
    document: await next(),
    buyerId: member.id,
    price,
    ...buyer,
  });
  await table.call('documents.transfer', 'rejected', {
    document: await next(),
    recipientId: owner.id,
    ...seller,
  });
  await table.call('documents.transfer', 'absent', { document: absent, ...toMember, ...seller });
  await table.call('documents.transfer', 'present', {
    document: await next(),
    recipientId: owner.id,
    ...buyer,
  });
  await table.call('documents.delete', 'absent', { document: absent, ...seller });
  await table.call('documents.delete', 'rejected', {
    document: { ...refOf(contractId, id), ownerId: member.id },
    ...buyer,
  });
  const dropped = card('dropped');
  await table.prepare('documents.create', { document: dropped, ...seller });
  const reference = { ...refOf(contractId, dropped.id.toString()), ownerId: owner.id };
  await table.call('documents.delete', 'present', { document: reference, ...seller });
  return id;
}

async function createEntry({ table, owner }: Scene, dataContractId: string): Promise<string> {
  const document = new Document({
    properties: { text: 'one' },
    documentTypeName: 'entry',
    dataContractId,
    ownerId: owner.id,
    revision: 1n,
  });
  await table.prepare('documents.create', { document, ...owner.by() });
  return document.id.toString();
}

const refOf = (dataContractId: string, id: string): object => ({
  id,
  dataContractId,
  documentTypeName: 'card',
});

async function callNames({ table, owner, member }: Scene): Promise<void> {
  const label = NAME;
  const [first, second] = [owner.identity, member.identity];
  await table.call('dpns.registerName', 'present', { label, identity: first, ...owner.by() });
  await table.call('dpns.registerName', 'rejected', { label, identity: second, ...member.by() });
  await table.call('dpns.registerName', 'absent', {
    label: `${NAME}-2`,
    identity: new Identity(NOTHING),
    ...owner.by(),
  });
  for (const { identity, by } of [owner, member])
    await table.prepare('dpns.registerName', { label: CONTESTED, identity, ...by() });
}

const pollOf = (label: string): VotePoll =>
  new VotePoll({
    contractId: DPNS,
    documentTypeName: 'domain',
    indexName: 'parentNameAndLabel',
    indexValues: ['dash', label],
  });

async function callVote({ network, table, owner }: Scene): Promise<Written['masternode']> {
  const key = await keyOn(0, "m/44'/1'/3'/0/0");
  const hash = key.getPublicKeyHash();
  const address = encodeAddress({ kind: 'publicKeyHash', hash: Buffer.from(hash, 'hex') }, 'regtest');
  const masternodes = Object.values(await network.call('/dev', 'listMasternodes'));
  const own = masternodes.find((each) => Reflect.get(Object(each), 'votingAddress') === address);
  const proTxHash = String(Reflect.get(Object(own), 'proTxHash'));
  const signer = new IdentitySigner();
  signer.addKey(key);
  const votingKey = new IdentityPublicKey({
    keyId: 0,
    purpose: 'voting',
    securityLevel: 'high',
    keyType: 'ecdsa_hash160',
    isReadOnly: true,
    data: Uint8Array.from(Buffer.from(hash, 'hex')),
  });
  const voteChoice = ResourceVoteChoice.TowardsIdentity(owner.id);
  const vote = { masternodeProTxHash: proTxHash, votePoll: pollOf(CONTESTED), voteChoice, votingKey, signer };
  await table.call('voting.masternodeVote', 'present', vote);
  await table.call('voting.masternodeVote', 'rejected', { ...vote, masternodeProTxHash: NOTHING });
  await table.call('voting.masternodeVote', 'absent', { ...vote, votePoll: pollOf('nobody') });
  return { proTxHash, votingKeyHash: hash };
}

/** Calls what sends and awaits signed state transitions: credit transfers, and one that its block rejects. */
async function callTransitions({ table, owner, member }: Scene): Promise<void> {
  const key = await keyOn(0, `m/9'/1'/5'/0'/0'/0'/${KEYS.transfer}'`);
  // The bits above the 40th tell of nonces that were left out.
  const nonce = (await table.prepare<bigint>('identities.nonce', owner.id)) % 2n ** 40n;
  const transfer = (step: bigint, senderId = owner.id): StateTransition => {
    const fields = { senderId, recipientId: member.id, amount: 100_000n, nonce: nonce + step };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type merges the options of the facade with those of the transition
    const built = new IdentityCreditTransfer(fields as never).toStateTransition();
    built.signaturePublicKeyId = KEYS.transfer;
    built.signByPrivateKey(key, KEYS.transfer, 'ecdsa_secp256k1');
    return built;
  };
  const sent = transfer(1n);
  const [stale, unowned] = [transfer(0n), transfer(1n, NOTHING)];
  await table.call('stateTransitions.broadcastStateTransition', 'present', sent);
  await table.call('stateTransitions.broadcastStateTransition', 'absent', unowned);
  await table.call('stateTransitions.broadcastStateTransition', 'rejected', stale);
  await table.call('stateTransitions.broadcastAndWait', 'present', transfer(2n));
  await table.call('stateTransitions.broadcastAndWait', 'absent', unowned);
  await table.call('stateTransitions.broadcastAndWait', 'rejected', stale);
  await table.call('stateTransitions.broadcastAndWaitForAffectedState', 'present', transfer(3n));
  await table.call('stateTransitions.broadcastAndWaitForAffectedState', 'absent', unowned);
  await table.call('stateTransitions.broadcastAndWaitForAffectedState', 'rejected', stale);
  const rejected = await signRejectedUpdate(owner, nonce + 4n);
  await table.prepare('stateTransitions.broadcastStateTransition', rejected);
  for (const wait of ['stateTransitions.waitForResponse', 'stateTransitions.waitForAffectedState']) {
    await table.call(wait, 'present', sent);
    await table.call(wait, 'rejected', rejected);
  }
  const waitForResult = 'stateTransitions.waitForStateTransitionResult';
  await table.call(waitForResult, 'present', sent.hash(false));
  await table.call(waitForResult, 'rejected', rejected.hash(false));
}

/** Signs an update that disables a key which the identity does not have. */
async function signRejectedUpdate({ identity, id }: Account, nonce: bigint): Promise<StateTransition> {
  const built = new IdentityUpdateTransition({
    identityId: id,
    revision: identity.revision + 1n,
    nonce,
    addPublicKeys: [],
    disablePublicKeys: [9],
  }).toStateTransition();
  built.signaturePublicKeyId = KEYS.master;
  const key = await keyOn(0, `m/9'/1'/5'/0'/0'/0'/${KEYS.master}'`);
  built.signByPrivateKey(key, KEYS.master, 'ecdsa_secp256k1');
  return built;
}
