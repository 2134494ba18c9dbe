import { GroupStateTransitionInfoStatus, TokenConfigurationChangeItem } from '@dashevo/evo-sdk';
import type { Scene } from './scene.js';
import { GROUP, OWNED, SHARED } from './traded-contract.js';

const by = (authorityId: string, more: object): object => ({ authorityId, ...more });

/** The arguments of each token call, for its owner and for the member, who may not do it or has no tokens. */
function tokenCalls(owner: string, member: string): readonly (readonly [string, object, object])[] {
  const frozen = { frozenIdentityId: member };
  const priced = { price: 7n };
  const pause = { action: 'pause' };
  return [
    [
      'mint',
      { identityId: owner, amount: 10n, recipientId: member },
      { identityId: member, amount: 1n, recipientId: member },
    ],
    ['burn', { identityId: owner, amount: 3n }, { identityId: member, amount: 1n }],
    [
      'transfer',
      { senderId: owner, recipientId: member, amount: 4n },
      { senderId: member, recipientId: owner, amount: 10_000n },
    ],
    ['setPrice', by(owner, priced), by(member, priced)],
    [
      'directPurchase',
      { buyerId: member, amount: 2n, maxTotalCost: 14n },
      { buyerId: member, amount: 2n, maxTotalCost: 1n },
    ],
    ['freeze', by(owner, frozen), by(member, frozen)],
    ['destroyFrozen', by(owner, frozen), by(member, frozen)],
    ['unfreeze', by(owner, frozen), by(member, frozen)],
    ['emergencyAction', by(owner, pause), by(member, pause)],
    ['emergencyAction', by(owner, { action: 'resume' }), by(member, pause)],
    [
      'claim',
      { identityId: owner, distributionType: 'perpetual' },
      { identityId: member, distributionType: 'perpetual' },
    ],
    ['configUpdate', { identityId: owner, ...maxSupply(5000n) }, { identityId: member, ...maxSupply(1n) }],
  ];
}

const maxSupply = (supply: bigint): object => ({
  configurationChangeItem: TokenConfigurationChangeItem.MaxSupplyItem(supply),
});

/** Calls what changes a token of which the owner decides alone. */
export async function callTokens(
  { network, table, owner, member }: Scene,
  contractId: string,
): Promise<void> {
  for (const [method, allowed, rejected] of tokenCalls(owner.id, member.id)) {
    const name = `tokens.${method}`;
    if (method === 'claim')
      for (let block = 0; block < 6; block += 1) await network.call('/platform', 'mineBlock');
    const actor = method === 'directPurchase' ? member : owner;
    const of = { dataContractId: contractId, tokenPosition: OWNED };
    await table.call(name, 'rejected', { ...of, ...rejected, ...member.by() });
    await table.call(name, 'present', { ...of, ...allowed, ...actor.by() });
    await table.call(name, 'absent', { ...of, ...allowed, tokenPosition: 9, ...actor.by() });
  }
}

/** Calls what a group can decide about: each as a proposal, and as the signature of its other member. */
export async function callGroupActions({ table, owner, member }: Scene, contractId: string): Promise<void> {
  const of = { dataContractId: contractId, tokenPosition: SHARED };
  const decided = tokenCalls(owner.id, member.id).filter(
    ([method]) => !['transfer', 'directPurchase', 'claim'].includes(method),
  );
  for (const [method, allowed] of decided) {
    const name = `tokens.${method}`;
    const asMember = Object.fromEntries(
      Object.entries(allowed).map(([key, value]) => [key, value === owner.id ? member.id : value]),
    );
    const proposed = { ...of, ...allowed, groupInfo: GroupStateTransitionInfoStatus.proposer(GROUP) };
    await table.call(name, 'proposed', { ...proposed, ...owner.by() });
    const active = await table.prepare<Map<string, unknown>>('group.actions', {
      dataContractId: contractId,
      groupContractPosition: GROUP,
      status: 'ACTIVE',
    });
    const [actionId] = active.keys();
    if (actionId === undefined) continue;
    const groupInfo = GroupStateTransitionInfoStatus.otherSigner(GROUP, actionId);
    await table.call(name, 'signed', { ...of, ...asMember, groupInfo, ...member.by() });
  }
}
