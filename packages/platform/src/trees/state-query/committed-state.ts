import { addressQueries, type AddressQueries } from './address-queries.js';
import { chainId } from '../../state/chain/block.js';
import { requireChainState } from '../../state/chain/chain-state.js';
import { contestQueries, type ContestQueries } from './contest-queries.js';
import { contractQueries, type ContractQueries } from './contract-queries.js';
import { documentQueries, type DocumentQueries } from './document-queries.js';
import { groupQueries, type GroupQueries } from './group-queries.js';
import { identityQueries, type IdentityQueries } from './identity-queries.js';
import type { StateMetadata } from '../../state/chain/state-metadata.js';
import type { StateContext } from './state-context.js';
import { systemQueries, type SystemQueries } from './system-queries.js';
import { tokenQueries, type TokenQueries } from './token-queries.js';

/** Answers queries from one committed state, with the serialised bytes of the network. */
export interface CommittedState
  extends
    IdentityQueries,
    AddressQueries,
    ContractQueries,
    DocumentQueries,
    ContestQueries,
    TokenQueries,
    GroupQueries,
    SystemQueries {
  readonly metadata: StateMetadata;
}

/** Returns the committed state that a view of the store shows. */
export async function committedState(context: StateContext): Promise<CommittedState> {
  const { view, rules } = context;
  const { last, genesisTime, protocolVersion } = await requireChainState(view);
  return {
    metadata: {
      height: last?.height ?? 0n,
      coreHeight: last?.coreHeight ?? 0,
      epoch: last?.epoch ?? 0,
      time: last?.time ?? genesisTime,
      protocolVersion,
      chainId: chainId(rules.network),
    },
    ...identityQueries(context),
    ...addressQueries(context),
    ...contractQueries(context),
    ...documentQueries(context),
    ...contestQueries(context),
    ...tokenQueries(context),
    ...groupQueries(context),
    ...systemQueries(context),
  };
}
