import { beforeEach, describe, expect, it } from 'vitest';
import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import { append, forge, stateOf } from './forge-block.js';
import { register, updateService } from './forge-provider.js';
import { EXTERNAL, holder, newEvoKeys, newKeys, ProviderStage } from './provider-stage.js';

let stage: ProviderStage;

beforeEach(() => {
  stage = new ProviderStage();
});

type Pair = readonly [reason: string, what: string, pair: () => readonly [Transaction, Transaction]];

/** Each is valid by itself, and paid with coins of its own or in its turn. */
const PAIRS: readonly Pair[] = [
  [
    'bad-protx-dup-key',
    'two of one owner',
    () => [stage.regular(), register(stage.workshop, { ...newKeys(34), owner: newKeys().owner })],
  ],
  [
    'bad-protx-dup-key',
    'two of one operator',
    () => [stage.regular(), register(stage.workshop, { ...newKeys(34), operator: newKeys().operator })],
  ],
  [
    'bad-protx-dup-netinfo-entry',
    'two at one address',
    () => [stage.regular(), register(stage.workshop, { ...newKeys(34), service: newKeys().service })],
  ],
  [
    'bad-protx-dup-netinfo-entry',
    'one moves to where another registers',
    () => [stage.regular(), stage.moved({ addresses: { kind: 'single', service: newKeys().service } })],
  ],
  [
    'failed-procspectxsinblock',
    'two with one Platform node',
    () => [stage.evo(), register(stage.workshop, { ...newEvoKeys(35), platform: newEvoKeys().platform })],
  ],
  [
    'failed-procspectxsinblock',
    'one gets the operator that another registers with',
    () => [stage.regular(), stage.changed({ pubKeyOperator: newKeys().operator.publicKey })],
  ],
  [
    'bad-protx-hash',
    'an update of a masternode whose collateral is replaced',
    () => {
      const proTxHash = stage.workshop.admit(stage.fromOutside({ collateral: EXTERNAL.good }));
      stage.workshop.mine();
      return [
        stage.fromOutside({ collateral: EXTERNAL.good }, holder, newKeys(36)),
        updateService(stage.workshop, { keys: newKeys(), proTxHash }),
      ];
    },
  ],
];

describe('conflicting provider transactions in one block', () => {
  it.each(PAIRS)('are rejected with %s: %s', (reason, _, pair) => {
    const [first, second] = pair();
    const { workshop } = stage;
    const before = stateOf(workshop.chain);
    expect(workshop.rejectionOf(forge(workshop.block(), append(first, second)))).toBe(reason);
    expect(stateOf(workshop.chain)).toEqual(before);
    for (const alone of [first, second]) {
      workshop.chain.invalidate(workshop.accept(workshop.block({ transactions: [alone] })));
    }
    expect(stateOf(workshop.chain)).toEqual(before);
  });

  it('are rejected with bad-protx-type-mismatch if an update has another type', () => {
    const wrong = stage.moved({
      masternodeType: 1,
      platform: { nodeId: '7'.repeat(40), ports: { p2p: 7, http: 8 } },
    });
    expect(stage.workshop.rejectionOf(forge(stage.workshop.block(), append(wrong)))).toBe(
      'bad-protx-type-mismatch',
    );
    // Dash Core's mempool does not look, and its miner makes no block any more; ours leaves it out.
    stage.workshop.admit(wrong);
    const other = stage.workshop.admit(
      stage.workshop.pay(stage.workshop.account(3), {
        outputs: [{ value: 1_000n, scriptPubKey: holder.scriptPubKey }],
      }),
    );
    stage.workshop.mine();
    expect(Array.from(stage.workshop.mempool.entries(), ({ txid }) => txid)).toEqual([
      sizeTransaction(wrong).txid,
    ]);
    expect(stage.workshop.tip.block.transactions.map(({ txid }) => txid)).toContain(other);
  });

  it('in the mempool are not mined together', () => {
    const { workshop } = stage;
    const again = { ...newEvoKeys(35), platform: newEvoKeys().platform };
    const rivals = [() => stage.evo(), () => register(workshop, again)].map((rival) =>
      workshop.admit(rival()),
    );
    workshop.mine();
    const { masternodes } = workshop.tip.connected!;
    expect(rivals.filter((id) => masternodes.get(id))).toHaveLength(1);
    // Dash Core looks for the addresses, keys and collaterals of a block in its mempool, not for Platform nodes: the other one stays.
    expect(Array.from(workshop.mempool.entries(), ({ txid }) => txid)).toEqual(
      rivals.filter((id) => masternodes.get(id) === undefined),
    );
  });
});
