import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { HashText } from '../../components/hash-text.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { createHref } from '../../navigation/route.js';
import { platformChanges } from '../../rpc/platform-changes.js';
import { formatFee } from '../../text/format-fee.js';
import { formatTime } from '../../text/format-time.js';
import { toSentence } from '../../text/sentence.js';
import { NamedContent } from '../names/named-content.js';
import { loadRejections, type RecentList, type RejectedTransition } from './recent-transitions.js';

const POLL_TIMES = { withoutFeed: 4000, besideFeed: 60_000 };

/** Shows why the last transitions were rejected, signed ones and unsigned calls, the newest first. @param program how a shell calls dapikit */
export function RejectionList({ program }: { readonly program: string }) {
  const [list, setList] = useState<RecentList<RejectedTransition>>();
  const [error, setError] = useState<unknown>();
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    if (isWhole) return undefined;
    return platformChanges.follow(async () => loadRejections(undefined).then(setList, setError), POLL_TIMES);
  }, [isWhole]);
  if (error !== undefined) return <RpcErrorNotice title="The rejections cannot be shown" error={error} />;
  if (list === undefined) return <Loading what="the rejections" />;
  if (!list.isRecording)
    return (
      <EmptyState title="This server keeps no rejections">
        dapikit dev keeps the last 1,000. dapikit serve does with the setting record-transitions, and shows
        them on its admin address.
      </EmptyState>
    );
  if (list.entries.length === 0)
    return (
      <EmptyState title="No transition was rejected">
        Signed transitions and unsigned calls that the platform rejects appear here with their reason.
      </EmptyState>
    );
  const loadMore = async (): Promise<void> => {
    // The next readings would drop the older ones.
    setIsWhole(true);
    try {
      const next = await loadRejections(list.nextBefore);
      setList({ ...next, entries: [...list.entries, ...next.entries] });
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <div class="explorer-stack">
      {list.entries.map((rejection) => (
        <RejectionPanel key={rejection.number} rejection={rejection} program={program} />
      ))}
      {list.nextBefore !== undefined && (
        <div>
          <Button size="s" onClick={() => void loadMore()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

/** A rejection, and how a shell calls dapikit. */
interface RejectionProps {
  readonly rejection: RejectedTransition;
  readonly program: string;
}

function RejectionPanel({ rejection, program }: RejectionProps) {
  const { id, code, name, message, content } = rejection;
  return (
    <Panel
      title={`${code ?? ''} ${name}`.trim()}
      aside={id === undefined ? <Badge>unsigned</Badge> : <Badge tone="bad">rejected</Badge>}
    >
      <div class="explorer-stack">
        <p>{toSentence(withoutName(message, rejection))}</p>
        <RejectionFacts rejection={rejection} program={program} />
        {content !== undefined && (
          <details>
            <summary>Decoded content</summary>
            <NamedContent label="Decoded content" json={content} />
          </details>
        )}
      </div>
    </Panel>
  );
}

/** Number and name begin a message; the title has them. */
const withoutName = (message: string, { code, name }: Pick<RejectedTransition, 'code' | 'name'>): string =>
  message.replace(`${code} ${name}: `, '');

function RejectionFacts({ rejection, program }: RejectionProps) {
  const { kind, summary, signerId, signerName, time, fee, id, code, message, fix, isPaid } = rejection;
  return (
    <dl class="facts">
      {fix !== '' && !message.includes(fix) && (
        <>
          <dt>Fix</dt>
          <dd>{toSentence(fix)}</dd>
        </>
      )}
      <dt>Transition</dt>
      <dd>
        {kind}
        {summary !== '' && `, ${summary}`}
      </dd>
      {signerId !== undefined && (
        <>
          <dt>{id === undefined ? 'Acts for' : 'Signed by'}</dt>
          <dd>
            <ExplorerLink kind="identity" id={signerId} name={signerName} />
          </dd>
        </>
      )}
      {id !== undefined && (
        <>
          <dt>Id</dt>
          <dd>
            <HashText hash={id} /> <a href={createHref('explorer', ['transition', id])}>Trace</a>
          </dd>
        </>
      )}
      <dt>Cost</dt>
      <dd>
        {isPaid && fee !== undefined ? `${formatFee(fee)} (estimate), and the nonce is used` : 'nothing'}
      </dd>
      <dt>Time</dt>
      <dd>{formatTime(time)} UTC by the clock of the machine</dd>
      {code !== undefined && (
        <>
          <dt>Rule</dt>
          <dd>
            <code>{`${program} explain ${code}`}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
