import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import { masternodeKeys, type MasternodeKeys } from '../src/devchain/masternode-keys.js';
import { MasternodeType } from '../src/primitives/masternode/masternode-type.js';
import { publicKeyOf } from '../src/primitives/script/ecdsa.js';
import { multisigScript, payToScript } from '../src/primitives/script/standard-scripts.js';
import type { PlatformFields } from '../src/primitives/payload/platform-fields.js';
import type { ProRegTx } from '../src/primitives/payload/pro-reg-tx.js';
import type { OutPoint, Transaction } from '../src/primitives/transaction/transaction.js';
import { founder, register, registerExternally, updateRegistrar, updateService } from './forge-provider.js';
import { blocksOf, Workshop } from './workshop.js';

export const COLLATERAL = 100_000_000_000n;

const foundation = new Workshop();

/** The accounts with collaterals that are in the chain and not used yet. */
export const holder = foundation.account(5);
export const severalHolders = multisigScript(1, [publicKeyOf(holder.secretKey)]);

const collaterals = foundation.pay(foundation.treasury, {
  outputs: [
    { value: COLLATERAL, scriptPubKey: holder.scriptPubKey },
    { value: COLLATERAL, scriptPubKey: payToScript(Uint8Array.of(1)) },
    { value: COLLATERAL - 1n, scriptPubKey: holder.scriptPubKey },
    { value: COLLATERAL, scriptPubKey: severalHolders },
    { value: 4n * COLLATERAL, scriptPubKey: holder.scriptPubKey },
  ],
});
foundation.extend(1, { transactions: [collaterals] });
const blocks = blocksOf(foundation.chain);
const { txid } = sizeTransaction(collaterals);

/** Coins that a registration can name as its collateral, some of them wrongly. */
export const EXTERNAL = {
  good: { txid, index: 0 },
  ofScript: { txid, index: 1 },
  tooSmall: { txid, index: 2 },
  ofSeveral: { txid, index: 3 },
  ofAnotherType: { txid, index: 4 },
  unknown: { txid, index: 9 },
} as const satisfies Record<string, OutPoint>;

/** Keys of a regular masternode that is not registered. */
export function newKeys(index = 30): MasternodeKeys {
  return masternodeKeys(foundation.keyRing, MasternodeType.regular, index);
}

/** Keys of an evolution masternode that is not registered. */
export function newEvoKeys(index = 31): MasternodeKeys {
  return masternodeKeys(foundation.keyRing, MasternodeType.evo, index);
}

/** The address field of a provider payload. */
export function single(ip: string, port = 20_100) {
  return { kind: 'single', service: { ip, port } } as const;
}

/** A workshop with collaterals, and provider transactions that are right but for what is changed in them. */
export class ProviderStage {
  readonly workshop = new Workshop(blocks);

  /** Registers a regular masternode. */
  regular(change: Partial<ProRegTx> = {}, outputs?: Parameters<typeof register>[3]): Transaction {
    return register(this.workshop, newKeys(), change, outputs);
  }

  /** Registers an evolution masternode. */
  evo(change: Partial<PlatformFields> = {}, rest: Partial<ProRegTx> = {}): Transaction {
    return register(this.workshop, newEvoKeys(), { platform: platform(newEvoKeys(), change), ...rest });
  }

  /** Registers a regular masternode with a coin that is in the chain. */
  fromOutside(change: Partial<ProRegTx>, by = holder, keys = newKeys()): Transaction {
    return registerExternally(this.workshop, keys, change, by);
  }

  /** Moves the first founding masternode. */
  moved(change: Parameters<typeof updateService>[2] = {}): Transaction {
    return updateService(this.workshop, founder(this.workshop, 0), change);
  }

  /** Moves the first evolution masternode. */
  movedEvo(change: Partial<PlatformFields>): Transaction {
    const moving = founder(this.workshop, 4);
    return updateService(this.workshop, moving, { platform: platform(moving.keys, change) });
  }

  /** Changes what the owner of the first founding masternode can change. */
  changed(change: Parameters<typeof updateRegistrar>[2] = {}): Transaction {
    return updateRegistrar(this.workshop, founder(this.workshop, 0), change);
  }
}

function platform({ platform: own }: MasternodeKeys, change: Partial<PlatformFields>): PlatformFields {
  const { nodeId, p2pPort, httpPort } = own!;
  return { nodeId, ports: { p2p: p2pPort, http: httpPort }, ...change };
}
