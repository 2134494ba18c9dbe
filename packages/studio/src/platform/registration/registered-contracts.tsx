import { Panel } from '../../components/panel.js';
import { getMembers } from '../../json/json-values.js';
import { createHref } from '../../navigation/route.js';
import { formatAgo, formatTime } from '../../text/format-time.js';
import { getOwnerName, getSystemName, labelContract } from '../state/registered-contract.js';
import type { PlatformState } from '../state/use-platform.js';

/** Shows the contracts that were registered on this platform, the newest first; nothing where there is none. */
export function RegisteredContracts({ state }: { readonly state: PlatformState }) {
  const own = state.contracts.filter(({ id }) => getSystemName(id) === undefined);
  if (own.length === 0) return null;
  return (
    <Panel title="Registered contracts">
      <ul class="example-list" role="list">
        {own.map((contract) => {
          const tokens = Object.keys(getMembers(getMembers(contract.json)['tokens'])).length;
          return (
            <li key={contract.id}>
              <span>
                <strong>{labelContract(contract)}</strong>
                <small class="muted">
                  of{' '}
                  <a href={createHref('explorer', ['identity', contract.ownerId])} title={contract.ownerId}>
                    {getOwnerName(state.identities, contract)}
                  </a>
                  , version {contract.version}
                  {tokens > 0 && `, ${tokens === 1 ? '1 token' : `${tokens} tokens`}`}
                  {', '}
                  <time
                    dateTime={new Date(contract.registeredAt).toISOString()}
                    title={formatTime(contract.registeredAt)}
                  >
                    {formatAgo(contract.registeredAt, state.status.time)}
                  </time>
                </small>
              </span>
              <a href={createHref('platform', [contract.id])}>
                Open <span class="visually-hidden">{labelContract(contract)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
