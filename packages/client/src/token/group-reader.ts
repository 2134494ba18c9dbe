import type { EvoSDK } from '@dashevo/evo-sdk';
import { identifier, identifierText, type Identifier } from '../document/identifier.js';
import { fromSdk } from '../error/sdk-error.js';
import type { ActionStatus, ContractGroup } from './contract-group.js';

/** Actions of a page. */
const PAGE_SIZE = 100;

/** Reads a group of a contract through evo-sdk. */
export class GroupReader implements ContractGroup {
  readonly #sdk: EvoSDK;
  readonly #contractId: string;
  readonly #position: number;

  /** @param contractId base58 */
  constructor(sdk: EvoSDK, contractId: string, position: number) {
    this.#sdk = sdk;
    this.#contractId = contractId;
    this.#position = position;
  }

  async requiredPower(): Promise<number> {
    const group = await fromSdk(this.#sdk.group.info(this.#contractId, this.#position));
    return group?.requiredPower ?? 0;
  }

  async members(): Promise<ReadonlyMap<string, number>> {
    const group = await fromSdk(this.#sdk.group.info(this.#contractId, this.#position));
    return group === undefined ? new Map() : new Map(group.members);
  }

  async actions(status: ActionStatus = 'active'): Promise<readonly Identifier[]> {
    const found = await fromSdk(
      this.#sdk.group.actions({ ...this.#query(), status: STATUSES[status], limit: PAGE_SIZE }),
    );
    return [...found.keys()].map((id) => identifier(id));
  }

  async approvals(
    actionId: Identifier,
    status: ActionStatus = 'active',
  ): Promise<ReadonlyMap<string, bigint>> {
    return fromSdk(
      this.#sdk.group.actionSigners({
        ...this.#query(),
        status: STATUSES[status],
        actionId: identifierText(actionId),
      }),
    );
  }

  #query(): { readonly dataContractId: string; readonly groupContractPosition: number } {
    return { dataContractId: this.#contractId, groupContractPosition: this.#position };
  }
}

const STATUSES = { active: 'ACTIVE', closed: 'CLOSED' } as const satisfies Record<ActionStatus, string>;
