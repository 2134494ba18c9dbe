import { NO_NODE, NO_OPERATOR, type Masternode } from '../../rules/consensus/masternode.js';
import { isNoAddress } from '../../rules/consensus/masternode-service.js';

/**
 * Represents masternodes of several lists, without two that share a unique property. Each is stored in its state when
 * it was added.
 *
 * Source: `CDeterministicMNList::AddMN` in `src/evo/deterministicmns.cpp` of dashpay/dash.
 */
export class UsedMasternodes implements Iterable<Masternode> {
  readonly #masternodes = new Map<string, Masternode>();
  readonly #properties = new Set<string>();

  get size(): number {
    return this.#masternodes.size;
  }

  has(proTxHash: string): boolean {
    return this.#masternodes.has(proTxHash);
  }

  [Symbol.iterator](): IterableIterator<Masternode> {
    return this.#masternodes.values();
  }

  /** Adds a masternode; false where it is there already, or one that has something of it. */
  add(masternode: Masternode): boolean {
    const properties = uniqueProperties(masternode);
    const isTaken = properties.some((property) => this.#properties.has(property));
    if (isTaken || this.has(masternode.proTxHash)) return false;
    for (const property of properties) this.#properties.add(property);
    this.#masternodes.set(masternode.proTxHash, masternode);
    return true;
  }
}

function uniqueProperties(masternode: Masternode): string[] {
  const { collateral, service, keyIdOwner, pubKeyOperator, platform } = masternode;
  const nodeId = platform?.nodeId ?? NO_NODE;
  return [
    `collateral ${collateral.txid}-${collateral.index}`,
    ...(isNoAddress(service) ? [] : [`service ${service.ip} ${service.port}`]),
    `owner ${keyIdOwner}`,
    ...(pubKeyOperator === NO_OPERATOR ? [] : [`operator ${pubKeyOperator}`]),
    ...(nodeId === NO_NODE ? [] : [`node ${nodeId}`]),
  ];
}
