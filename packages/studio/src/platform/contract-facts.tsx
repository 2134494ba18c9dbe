import { CopyButton } from '../components/copy-button.js';
import { ProofLink } from '../components/proof-link.js';
import { getMembers } from '../json/json-values.js';
import { createHref } from '../navigation/route.js';
import { getOwnerName, getSystemName, type RegisteredContract } from './state/registered-contract.js';
import type { PlatformState } from './state/use-platform.js';

/** Shows the id, owner and version of a contract, with a link to update it. */
export function ContractFacts({
  contract,
  state,
}: {
  readonly contract: RegisteredContract;
  readonly state: PlatformState;
}) {
  const { id, ownerId, version } = contract;
  const tokens = Object.keys(getMembers(getMembers(contract.json)['tokens'])).length;
  const isSystem = getSystemName(id) !== undefined;
  return (
    <p class="contract-facts">
      <span>
        Id <code>{id}</code> <CopyButton text={() => id} />
      </span>
      <span class="contract-facts-owner">
        {isSystem ? (
          'system contract'
        ) : (
          <>
            owned by{' '}
            <a href={createHref('explorer', ['identity', ownerId])}>
              {getOwnerName(state.identities, contract)}
            </a>
          </>
        )}
        , version {version}
      </span>
      {tokens > 0 && (
        <a href={createHref('explorer', ['tokens'])}>{tokens === 1 ? '1 token' : `${tokens} tokens`}</a>
      )}
      <ProofLink subject={{ contractId: id }} />
      {!isSystem && <a href={createHref('contract', ['compare'], { of: id })}>Update this contract</a>}
    </p>
  );
}
