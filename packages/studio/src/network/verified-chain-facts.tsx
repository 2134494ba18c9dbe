import { HashText } from '../components/hash-text.js';
import { formatDuration } from '../text/format-time.js';
import type { ShownChain } from './network-state.js';

const SECOND_MS = 1000;

/** Shows the highest block under a verified ChainLock, and how far the headers and the masternode list are from it. */
export function VerifiedChainFacts(props: {
  readonly chain: ShownChain;
  /** In seconds. */
  readonly respondedAgo: number | undefined;
}) {
  const { chain, respondedAgo } = props;
  const { locked, lockAge, headersHeight, listHeight, masternodes } = chain;
  return (
    <dl class="facts">
      <dt>Block</dt>
      <dd>
        <HashText hash={locked.hash} isWhole />
      </dd>
      {lockAge !== undefined && (
        <>
          <dt>ChainLock</dt>
          <dd>of a block {formatDuration(lockAge * SECOND_MS)} old</dd>
        </>
      )}
      <dt>Headers</dt>
      <dd>
        {describeLag(headersHeight - locked.height, 'above the ChainLock') ?? 'none above the ChainLock'}
      </dd>
      <dt>Masternode list</dt>
      <dd>
        {masternodes.toLocaleString('en')} {masternodes === 1 ? 'masternode' : 'masternodes'},{' '}
        {describeLag(locked.height - listHeight, 'behind the ChainLock') ?? 'as of this block'}
      </dd>
      {respondedAgo !== undefined && (
        <>
          <dt>Last response that verified</dt>
          <dd>{formatDuration(respondedAgo * SECOND_MS)} ago</dd>
        </>
      )}
    </dl>
  );
}

function describeLag(blocks: number, where: string): string | undefined {
  if (blocks <= 0) return undefined;
  return `${blocks.toLocaleString('en')} ${blocks === 1 ? 'block' : 'blocks'} ${where}`;
}
