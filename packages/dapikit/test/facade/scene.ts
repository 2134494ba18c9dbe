import type { FacadeTable } from './facade-table.js';
import type { Account, LocalNetwork } from './local-network.js';

/** The id of nothing. */
export const NOTHING = '11111111111111111111111111111112';

/** Contains who calls what where. */
export interface Scene {
  readonly network: LocalNetwork;
  readonly table: FacadeTable;
  readonly owner: Account;
  readonly member: Account;
}
