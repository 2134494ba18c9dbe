import { beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import { founder, register, registerExternally, revoke, updateRegistrar } from './forge-provider.js';
import { EXTERNAL, holder, newKeys, ProviderStage } from './provider-stage.js';

let stage: ProviderStage;

beforeEach(() => {
  stage = new ProviderStage();
});

function isCollateral({ outPoint: { txid, index } }: { outPoint: { txid: string; index: number } }): boolean {
  return txid === EXTERNAL.good.txid && index === 0;
}

describe('provider transactions in the mempool', () => {
  const DUPLICATE = '-26 protx-dup';
  const address = { addresses: { kind: 'single', service: newKeys().service } } as const;

  const PAIRS: readonly (readonly [what: string, first: () => Transaction, second: () => Transaction])[] = [
    [
      'an address',
      () => stage.regular(),
      () => register(stage.workshop, { ...newKeys(34), service: newKeys().service }),
    ],
    ['an address, moved to', () => stage.regular(), () => stage.moved(address)],
    ['an address, moved from', () => stage.moved(address), () => stage.regular()],
    [
      'an owner',
      () => stage.regular(),
      () => register(stage.workshop, { ...newKeys(34), owner: newKeys().owner }),
    ],
    [
      'an operator',
      () => stage.regular(),
      () => register(stage.workshop, { ...newKeys(34), operator: newKeys().operator }),
    ],
    [
      'an operator, given',
      () => stage.regular(),
      () => stage.changed({ pubKeyOperator: newKeys().operator.publicKey }),
    ],
    [
      'a collateral',
      () => stage.fromOutside({ collateral: EXTERNAL.good }),
      () => registerExternally(stage.workshop, newKeys(34), { collateral: EXTERNAL.good }, holder),
    ],
    [
      'a collateral that is spent',
      () => stage.workshop.pay(holder, { outputs: [] }, stage.workshop.coins(holder).filter(isCollateral)),
      () => stage.fromOutside({ collateral: EXTERNAL.good }),
    ],
    [
      'a change of the operator',
      () => stage.changed({ pubKeyOperator: newKeys(40).operator.publicKey }),
      () => stage.changed({ pubKeyOperator: newKeys(41).operator.publicKey }),
    ],
    [
      'a change of the operator, and a revocation',
      () => stage.changed({ pubKeyOperator: newKeys(40).operator.publicKey }),
      () => revoke(stage.workshop, founder(stage.workshop, 0)),
    ],
  ];

  it.each(PAIRS)('conflict if two of them want %s', (_, first, second) => {
    stage.workshop.admit(first());
    expect(stage.workshop.submit(second())).toBe(DUPLICATE);
  });

  it('do not conflict unless both change the operator', () => {
    stage.workshop.admit(revoke(stage.workshop, founder(stage.workshop, 0)));
    stage.workshop.admit(stage.changed({}));
    stage.workshop.admit(stage.moved({}));
    expect(stage.workshop.mempool.size).toBe(3);
  });

  it.each<readonly [string, Parameters<ProviderStage['moved']>[0]]>([
    ['of version 2', { version: 2 }],
    ['of version 2, of a type that does not exist', { version: 2, masternodeType: 2 }],
  ])('that change an address are dropped if the owner updates the masternode: %s', (_, change) => {
    const { workshop } = stage;
    const revocation = workshop.admit(revoke(workshop, founder(workshop, 0)));
    workshop.admit(stage.moved(change));
    const update = updateRegistrar(workshop, founder(workshop, 0), {}, workshop.account(3));
    workshop.accept(workshop.block({ transactions: [update] }));
    // The revocation is bound to the operator key, which is the same; the update of the address is bound to none.
    expect(Array.from(workshop.mempool.entries(), ({ txid }) => txid)).toEqual([revocation]);
  });

  it('are dropped if their masternode leaves', () => {
    const { keys } = founder(stage.workshop, 0);
    stage.workshop.admit(stage.moved({}));
    stage.workshop.accept(
      stage.workshop.block({
        transactions: [
          stage.workshop.pay(keys.collateral, { outputs: [], changeScript: holder.scriptPubKey }),
        ],
      }),
    );
    expect(stage.workshop.mempool.size).toBe(0);
  });
});
