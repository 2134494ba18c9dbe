import { getList, getText } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';

/** Describes a masternode, which votes in contests. */
export interface Masternode {
  /** Base58. */
  readonly proTxHash: string;
  readonly name: string;
  /** The weight of its vote. */
  readonly weight: number;
}

/** Loads the masternodes of the platform, numbered in its order. */
export async function loadMasternodes(): Promise<readonly Masternode[]> {
  return getList(await platform.call('listMasternodes')).map((one, at) => ({
    proTxHash: getText(one, 'proTxHash'),
    name: `Masternode ${at + 1}`,
    weight: getText(one, 'kind') === 'evolution' ? 4 : 1,
  }));
}
