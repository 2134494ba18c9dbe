import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { ZERO_HASH } from '../src/base/bytes/hex.js';
import { sizeBlock } from '../src/rules/consensus/sized-block.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { DEV_MNEMONIC } from '../src/devchain/dev-chain-options.js';
import { KeyRing } from '../src/devchain/keys.js';
import { masternodeKeys } from '../src/devchain/masternode-keys.js';
import { InsufficientFundsError } from '../src/devchain/wallet.js';
import { MasternodeType } from '../src/primitives/masternode/masternode-type.js';
import { masternodeListRoot } from '../src/primitives/masternode/masternode-list-root.js';
import {
  applyMasternodeListDiff,
  emptyMasternodeList,
  type MasternodeList,
} from '../src/primitives/masternode/masternode-list.js';
import { decodePayload } from '../src/primitives/payload/payload.js';
import { reasonOf } from './dev-chain-state.js';
import { emptyChain, stateOf } from './forge-block.js';

const ring = new KeyRing(DEV_MNEMONIC);
const START = 520;

/** The masternode whose life begins at 550: the first that comes and goes. */
const COMING = masternodeKeys(ring, MasternodeType.evo, 17);

/** The list after a block, followed from diff to diff. */
async function follow(chain: DevChain, list: MasternodeList, height: number): Promise<MasternodeList> {
  const base = list.blockHash;
  const diff = await chain.masternodeListDiff(base, String(height));
  const next = applyMasternodeListDiff(list, diff);
  const { transactions } = decodeBlock(chain.serializedBlock(height)!);
  const payload = decodePayload(transactions[0]!);
  const root = payload?.kind === 'cbTx' ? payload.merkleRootMNList : undefined;
  expect(diff.merkleRootMNList, `height ${height}`).toBe(root);
  expect(masternodeListRoot(next.masternodes.values()), `height ${height}`).toBe(root);
  return next;
}

describe('the masternode list of DevChain', () => {
  it('changes over time, and every diff leads to the root in the coinbase', async () => {
    const chain = new DevChain({ mining: 'manual' });
    let list = await follow(chain, emptyMasternodeList(ZERO_HASH), START);
    expect(list.masternodes.size).toBe(6);
    const seen = new Map<number, string>();
    for (let height = START + 1; height <= START + 90; height += 1) {
      chain.mine(1);
      list = await follow(chain, list, height);
      const coming = [...list.masternodes.values()].find(
        ({ type, addresses, pubKeyOperator }) =>
          type === MasternodeType.evo &&
          (pubKeyOperator === COMING.operator.publicKey ||
            (addresses.kind === 'single' && addresses.service.port === 0)),
      );
      seen.set(height, coming === undefined ? 'none' : describeEntry(coming));
    }
    const changes = [...seen].filter(([height, what]) => seen.get(height - 1) !== what);
    const { service, laterService, voting, laterVoting } = COMING;
    expect(changes).toEqual([
      [521, 'none'],
      [550, `${service.ip} ${voting.keyId} unconfirmed valid`],
      [552, `${service.ip} ${voting.keyId} confirmed valid`],
      [560, `${service.ip} ${laterVoting.keyId} confirmed valid`],
      [570, `${laterService.ip} ${laterVoting.keyId} confirmed valid`],
      [580, `:: ${laterVoting.keyId} confirmed banned`],
      [590, 'none'],
    ]);
    expect(await chain.masternodeListDiff(String(START), String(START + 90))).toMatchObject({
      deletedMNs: [],
    });
    chain.close();
  });

  it('does not change with an interval of 0', async () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    chain.mine(60);
    const diff = await chain.masternodeListDiff(String(START), String(START + 60));
    expect(diff.mnList).toEqual([]);
    expect(diff.deletedMNs).toEqual([]);
    chain.close();
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects a change interval of %s', (interval) => {
    expect(reasonOf(() => new DevChain({ masternodeChangeInterval: interval }))).toBe(
      'invalid-change-interval',
    );
  });

  it('is paid in turn', () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    chain.mine(12);
    const payees = Array.from({ length: 12 }, (_, i) => {
      const { transactions } = decodeBlock(chain.serializedBlock(START + 1 + i)!);
      return Buffer.from(transactions[0]!.outputs[2]!.scriptPubKey).toString('hex');
    });
    expect(new Set(payees.slice(0, 6)).size).toBe(6);
    expect(payees.slice(6)).toEqual(payees.slice(0, 6));
    chain.close();
  });
});

function describeEntry({
  addresses,
  keyIdVoting,
  confirmedHash,
  isValid,
}: Parameters<typeof masternodeListRoot>[0] extends Iterable<infer Entry> ? Entry : never): string {
  const ip = addresses.kind === 'single' ? addresses.service.ip : '';
  const confirmed = confirmedHash === ZERO_HASH ? 'unconfirmed' : 'confirmed';
  return `${ip} ${keyIdVoting} ${confirmed} ${isValid ? 'valid' : 'banned'}`;
}

describe('every block of DevChain', () => {
  it('is accepted by an independent chain', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const others = chain.accounts.length;
    for (let round = 0; round < 300; round += 1) {
      if (round % 3 === 0) {
        const [from, to] = [chain.accounts[round % others]!, chain.accounts[(round + 3) % others]!];
        await chain.sendTransaction(chain.transfer(from, to, 1_000_000n));
      }
      chain.mine(1);
      if (round % 100 === 99) chain.reorganise(7);
    }
    const { height, hash } = chain.tip();
    const replay = emptyChain();
    for (let at = 1; at <= height; at += 1) replay.accept(sizeBlock(decodeBlock(chain.serializedBlock(at)!)));
    expect(replay.tip.block.hash).toBe(hash);
    expect(chain.serializedBlock(height + 1)).toBeUndefined();
    for (const account of chain.accounts) {
      const script = Buffer.from(account.scriptPubKey).toString('hex');
      const { coins } = stateOf(replay);
      const balance = coins
        .filter((coin) => coin.endsWith(` ${script}`))
        .reduce((sum, coin) => sum + BigInt(coin.split(' ')[1]!), 0n);
      expect(balance).toBe(chain.balance(account));
    }
    chain.close();
  });
});

describe("user transactions with the chain's own keys", () => {
  it('do not stop mining when they spend the treasury', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const treasury = ring.account('treasury', 0);
    const drain = async (): Promise<void> => {
      for (;;) {
        try {
          await chain.sendTransaction(chain.transfer(treasury, chain.accounts[0]!, 2_000_000_000_000n));
        } catch (error) {
          if (error instanceof InsufficientFundsError) return;
          throw error;
        }
        chain.mine(1);
      }
    };
    await drain();
    const rest = chain.balance(treasury);
    expect(rest).toBeGreaterThan(0n);
    for (let i = 0; i < 5; i += 1) chain.reorganise(3);
    chain.mine(100);
    expect(chain.tip().height).toBeGreaterThan(START + 100);
    chain.close();
  });

  it('do not stop mining when they register masternodes with the next keys', async () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(30);
    const { height } = chain.tip();
    expect(height).toBe(550);
    // The registration comes back into the mempool, while the same keys are due again.
    chain.reorganise(1);
    chain.reorganise(12);
    chain.mine(60);
    const { mnList } = await chain.masternodeListDiff('0'.repeat(64), String(chain.tip().height));
    expect(mnList.length).toBeGreaterThanOrEqual(6);
    chain.close();
  });
});
