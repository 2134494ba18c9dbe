import { useId, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { platform } from '../rpc/platform.js';
import { numberAt } from './answer.js';
import { refusalOf, type Refusal } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import { announce } from '../components/announcer.js';
import { keepSnapshots, keptSnapshots } from './snapshots.js';
import { timeStops, untilContestEnd, type TimeStop } from './time-stops.js';
import { durationWords, timeWords } from './time-words.js';
import { useNow } from './use-now.js';
import type { Hands, World } from './world.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEPT_MS = 2000;

/** The clock of the platform, and a slider to travel ahead and back. Every travel ahead leaves a way back. */
export function TimeBar({ world, hands }: { readonly world: World; readonly hands: Hands }) {
  const { status } = world;
  const id = useId();
  const now = useNow(status);
  const snapshots = keptSnapshots(status);
  const stops = timeStops(status, snapshots, now);
  const here = snapshots.length;
  const [steps, setSteps] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isKept, setIsKept] = useState(false);
  const at = Math.max(0, Math.min(stops.length - 1, here + steps));
  const stop = stops[at];
  const end = untilContestEnd(status, now);

  const doing = async (work: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    setRefusal(undefined);
    try {
      await work();
      setSteps(0);
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const remember = async (label: string): Promise<void> => {
    const snapshot = numberAt(await platform.call('snapshot'), 'id') ?? 0;
    const { genesisTime } = status;
    keepSnapshots([...keptSnapshots(status), { id: snapshot, time: now, label, genesisTime }]);
  };
  const ahead = (milliseconds: number) => async (): Promise<void> => {
    const words = durationWords(milliseconds);
    await remember(`before ${words} went by`);
    await hands.act({ done: `${words} went by`, wanted: `${words} should have gone by` }, 'advanceTime', {
      milliseconds,
    });
  };
  const travel = async (to: TimeStop): Promise<void> => {
    if (to.kind === 'ahead') await ahead(to.milliseconds)();
    if (to.kind !== 'back') return;
    // Whether it is gone by this call or was gone before: it cannot be gone back to again.
    keepSnapshots(snapshots.filter((one) => one.id < to.snapshot.id));
    const when = timeWords(to.snapshot.time);
    await hands.act({ done: `Back to ${when}`, wanted: `No way back to ${when}` }, 'revert', {
      id: to.snapshot.id,
    });
  };

  return (
    <section class="time-bar" aria-label="Time">
      <div class="time-bar-clock">
        <strong>{timeWords(now)}</strong>
        <small class="muted">UTC, on the platform · block {status.height}</small>
        {end !== undefined && <small class="muted">a contest ends in {durationWords(end)}</small>}
      </div>
      <div class="time-bar-slider">
        <label for={id}>Travel in time: {stop?.label}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={stops.length - 1}
          step={1}
          value={at}
          aria-valuetext={stop?.label ?? ''}
          onInput={({ currentTarget }) => setSteps(Number(currentTarget.value) - here)}
        />
        <div class="time-bar-marks" aria-hidden="true">
          {stops.map(({ kind }, index) => (
            <span key={index} data-kind={kind} />
          ))}
        </div>
      </div>
      <div class="time-bar-buttons">
        <Button
          disabled={isBusy || stop === undefined || stop.kind === 'now'}
          onClick={() => stop && void doing(() => travel(stop))}
        >
          Travel
        </Button>
        <Button size="s" disabled={isBusy} onClick={() => void doing(ahead(HOUR))}>
          + 1 hour
        </Button>
        <Button size="s" disabled={isBusy} onClick={() => void doing(ahead(DAY))}>
          + 1 day
        </Button>
        {end !== undefined && (
          <Button size="s" disabled={isBusy} onClick={() => void doing(ahead(end))}>
            End of the contest
          </Button>
        )}
        <Button
          size="s"
          kind="quiet"
          disabled={isBusy}
          title="Remembers everything as it is now, to go back to it"
          onClick={() =>
            void doing(async () => {
              await remember('as you kept it');
              announce('Kept: the slider goes back to it');
              setIsKept(true);
              setTimeout(() => setIsKept(false), KEPT_MS);
              await hands.reload();
            })
          }
        >
          {isKept ? 'Kept on the slider' : 'Keep this moment'}
        </Button>
      </div>
      {refusal && <RefusalNotice refusal={refusal} />}
    </section>
  );
}
