import { createProofHref } from '../navigation/proof-href.js';
import type { PlatformClock } from '../rpc/platform-clock.js';
import { useNow } from '../rpc/use-now.js';
import { usePlatformTip } from '../rpc/use-platform-tip.js';
import { formatMinute, formatTime } from '../text/format-time.js';

/** Shows the height and the clock of the platform; the root hash of its state is in the tooltip, its signature behind the link. */
export function PlatformHeight({ isOffered }: { readonly isOffered: boolean }) {
  const tip = usePlatformTip(isOffered);
  if (tip === undefined) return null;
  const { height, rootHash, clock } = tip;
  const text = (
    <>
      Platform{' '}
      <b key={height} class="height-pulse">
        {height.toLocaleString('en')}
      </b>
    </>
  );
  return (
    <div class="platform-status">
      {rootHash === undefined ? (
        <span>{text}</span>
      ) : (
        <a
          class="state-root"
          href={createProofHref({})}
          data-root={rootHash}
          title={`App hash of the platform at block ${height}: ${rootHash}`}
        >
          {text}
        </a>
      )}
      <Clock clock={clock} />
    </div>
  );
}

function Clock({ clock }: { readonly clock: PlatformClock }) {
  const now = useNow(clock);
  return (
    <time
      class="platform-clock"
      dateTime={new Date(now).toISOString()}
      title={`Clock of the platform${clock.isFrozen ? ', which is frozen' : ''}: ${formatTime(now)} UTC`}
    >
      {formatMinute(now)}
    </time>
  );
}
