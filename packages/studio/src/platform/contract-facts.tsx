import { CopyButton } from '../components/copy-button.js';
import { createHref } from '../navigation/route.js';
import { getName } from './state/identity.js';
import { getSystemName, type RegisteredContract } from './state/registered-contract.js';
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
  const isSystem = getSystemName(id) !== undefined;
  return (
    <p class="contract-facts">
      <span>
        Id <code>{id}</code> <CopyButton text={() => id} />
      </span>
      <span>
        {isSystem ? 'system contract' : `owned by ${getName(state.identities, ownerId)}`}, version {version}
      </span>
      {!isSystem && <a href={createHref('contract', ['compare'], { of: id })}>Update this contract</a>}
    </p>
  );
}
