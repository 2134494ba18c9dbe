import { useId, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { getMembers, getNumber } from '../../json/json-values.js';
import { controls } from '../../rpc/layer1.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatDuration, formatTime } from '../../text/format-time.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import { loadSnapshots } from '../state/snapshots.js';
import { useNow } from '../../rpc/use-now.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';
import { getTimeToContestEnd, listTimeStops, type TimeStop } from './time-stops.js';
import { useTimeTravel } from './use-time-travel.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The difference of the clocks of platform and chain from which it is shown. */
const MAX_OFFSET_MS = 600_000;

/** Shows the clock of the platform, with a slider and buttons to advance and revert it. */
export function TimeBar(props: {
  readonly state: PlatformState;
  readonly actions: PlatformActions;
  /** True if the chain's clock can be read. */
  readonly hasControls: boolean;
}) {
  const { state, actions, hasControls } = props;
  const { status } = state;
  const now = useNow(status);
  const { isBusy, isSaved, rejection, advance, travel, save } = useTimeTravel(state, actions, now);
  const snapshots = loadSnapshots(status);
  const stops = listTimeStops(status, snapshots, now);
  const [steps, setSteps] = useState(0);
  const at = Math.max(0, Math.min(stops.length - 1, snapshots.length + steps));
  const stop = stops[at];
  const end = getTimeToContestEnd(status, now);
  // A change of the time leaves the slider at the present.
  const reset = (work: Promise<void>): void => void work.then(() => setSteps(0));

  return (
    <section class="time-bar" aria-label="Time">
      <Clock state={state} now={now} end={end} hasControls={hasControls} />
      <TimeSlider stops={stops} at={at} onMove={(to) => setSteps(to - snapshots.length)} />
      <div class="time-bar-buttons">
        <Button
          disabled={isBusy || stop === undefined || stop.kind === 'now'}
          onClick={() => stop && reset(travel(stop))}
        >
          Travel
        </Button>
        <Button size="s" disabled={isBusy} onClick={() => reset(advance(HOUR))}>
          + 1 hour
        </Button>
        <Button size="s" disabled={isBusy} onClick={() => reset(advance(DAY))}>
          + 1 day
        </Button>
        {end !== undefined && (
          <Button size="s" disabled={isBusy} onClick={() => reset(advance(end))}>
            End of the contest
          </Button>
        )}
        <Button
          size="s"
          kind="quiet"
          disabled={isBusy}
          title="Saves the state of the platform, so that you can revert to it"
          onClick={() => reset(save())}
        >
          {isSaved ? 'Snapshot saved' : 'Take snapshot'}
        </Button>
      </div>
      {rejection && <RejectionNotice rejection={rejection} />}
    </section>
  );
}

function Clock(props: {
  readonly state: PlatformState;
  readonly now: number;
  /** The milliseconds to the end of the next contest. */
  readonly end: number | undefined;
  readonly hasControls: boolean;
}) {
  const { state, now, end, hasControls } = props;
  const offset = useOffset(state, hasControls);
  return (
    <div class="time-bar-clock">
      <strong>{formatTime(now)}</strong>
      <small class="muted">UTC, on the platform · block {state.status.height}</small>
      {offset !== undefined && Math.abs(offset) > MAX_OFFSET_MS && (
        <small class="muted">
          {formatDuration(Math.abs(offset))} {offset > 0 ? 'ahead of' : 'behind'} the chain’s clock
        </small>
      )}
      {end !== undefined && <small class="muted">a contest ends in {formatDuration(end)}</small>}
    </div>
  );
}

function TimeSlider(props: {
  readonly stops: readonly TimeStop[];
  readonly at: number;
  readonly onMove: (at: number) => void;
}) {
  const { stops, at, onMove } = props;
  const id = useId();
  const label = stops[at]?.label ?? '';
  return (
    <div class="time-bar-slider">
      <label for={id}>Travel in time: {label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={stops.length - 1}
        step={1}
        value={at}
        aria-valuetext={label}
        onInput={({ currentTarget }) => onMove(Number(currentTarget.value))}
      />
      <div class="time-bar-marks" aria-hidden="true">
        {stops.map(({ kind }, index) => (
          <span key={index} data-kind={kind} />
        ))}
      </div>
    </div>
  );
}

/** Returns the milliseconds by which the platform's clock is ahead of the chain's; `undefined` while that is unknown. */
function useOffset({ status, revision }: PlatformState, hasControls: boolean): number | undefined {
  const { value: chainTime } = useRequest(
    async () =>
      hasControls ? getNumber(getMembers(await controls.call('getState'))['clock'], 'now') : undefined,
    [revision, hasControls],
  );
  return chainTime === undefined ? undefined : status.time - chainTime * 1000;
}
