import { platform } from '../rpc/platform.js';
import { listOf, textAt } from './answer.js';

/** A masternode, which votes in contests. */
export interface Masternode {
  /** Base58. */
  readonly proTxHash: string;
  readonly name: string;
  /** How much its vote counts. */
  readonly weight: number;
}

/** The masternodes of the platform, numbered in its order. */
export async function listedMasternodes(): Promise<readonly Masternode[]> {
  return listOf(await platform.call('listMasternodes')).map((one, at) => ({
    proTxHash: textAt(one, 'proTxHash'),
    name: `Masternode ${at + 1}`,
    weight: textAt(one, 'kind') === 'evolution' ? 4 : 1,
  }));
}
