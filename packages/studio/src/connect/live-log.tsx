import { useEffect, useState } from 'preact/hooks';
import { EmptyState } from '../components/empty-state.js';
import { Icon } from '../components/icon.js';
import { RpcErrorNotice } from '../components/rpc-error-notice.js';
import { loadTransitions } from '../explorer/transitions/executed-transition.js';
import { loadRejections, loadUnsignedCalls } from '../explorer/transitions/recent-transitions.js';
import { groupOf, iconOf } from '../explorer/transitions/transition-group.js';
import { platformChanges } from '../rpc/platform-changes.js';
import { formatFee } from '../text/format-fee.js';
import { formatSecond } from '../text/format-time.js';
import { composeLog, type LogEntry } from './log-entries.js';

const POLL_TIMES = { withoutFeed: 2000, besideFeed: 60_000 };

/** Shows what the platform executes and rejects as it happens, the newest first. */
export function LiveLog() {
  const [entries, setEntries] = useState<readonly LogEntry[]>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      try {
        const [page, calls, rejections] = await Promise.all([
          loadTransitions({}, { isPoll: true }),
          loadUnsignedCalls(),
          loadRejections(undefined),
        ]);
        if (isOver) return;
        setEntries(composeLog(page.transitions, calls.entries, rejections.entries));
        setError(undefined);
      } catch (failure) {
        if (!isOver) setError(failure);
      }
    };
    const end = platformChanges.follow(load, POLL_TIMES);
    return () => {
      isOver = true;
      end();
    };
  }, []);
  if (error !== undefined && entries === undefined)
    return <RpcErrorNotice title="The log cannot be shown" error={error} />;
  if (entries?.length === 0)
    return (
      <EmptyState title="Nothing has happened yet">
        <p>Run one of the programs, and see here what it does.</p>
      </EmptyState>
    );
  return (
    <ol class="live-log" role="list" aria-label="Log">
      {entries?.map((entry) => (
        <LogLine key={entry.key} entry={entry} />
      ))}
    </ol>
  );
}

function LogLine({ entry }: { readonly entry: LogEntry }) {
  const { time, kind, summary, height, fee, rejection } = entry;
  return (
    <li data-rejected={rejection !== undefined}>
      <span class="live-log-time">{time === undefined ? '' : formatSecond(time)}</span>
      <Icon name={iconOf(groupOf(kind))} size={15} />
      <span class="live-log-what">
        <strong>{kind}</strong> {summary}
        {rejection !== undefined && <span class="live-log-reason">{rejection}</span>}
      </span>
      <span class="live-log-end">
        {height !== undefined && `block ${height.toLocaleString('en')} `}
        {fee !== undefined && formatFee(fee)}
      </span>
    </li>
  );
}
