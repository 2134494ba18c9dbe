import { CopyButton } from '../components/copy-button.js';
import { hrefOf } from '../shell/route.js';
import { nameOf } from './identity.js';
import { networkName, type RegisteredContract } from './registered-contract.js';
import type { World } from './world.js';

/** What a contract is known by, and where it is changed. */
export function ContractFacts({
  contract,
  world,
}: {
  readonly contract: RegisteredContract;
  readonly world: World;
}) {
  const { id, ownerId, version } = contract;
  const isOfNetwork = networkName(id) !== undefined;
  return (
    <p class="contract-facts">
      <span>
        Id <code>{id}</code> <CopyButton text={() => id} />
      </span>
      <span>
        {isOfNetwork ? 'of the network' : `of ${nameOf(world.identities, ownerId)}`}, version {version}
      </span>
      {!isOfNetwork && <a href={hrefOf('contract', ['compare'], { of: id })}>Update this contract</a>}
    </p>
  );
}
