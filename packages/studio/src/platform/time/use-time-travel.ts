import { useState } from 'preact/hooks';
import { announce } from '../../components/announcer.js';
import { getNumber } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';
import { formatDuration, formatTime } from '../../text/format-time.js';
import { loadSnapshots, storeSnapshots } from '../state/snapshots.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';
import { readRejection, type Rejection } from '../values/rejection.js';
import type { TimeStop } from './time-stops.js';

const FEEDBACK_MS = 2000;

/** Returns the actions that change the platform's time, and the error of the last one. Each advance takes a snapshot before. */
export function useTimeTravel({ status }: PlatformState, actions: PlatformActions, now: number) {
  const [isBusy, setIsBusy] = useState(false);
  const [rejection, setRejection] = useState<Rejection>();
  const [isSaved, setIsSaved] = useState(false);

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    setRejection(undefined);
    try {
      await work();
    } catch (error) {
      setRejection(readRejection(error));
    } finally {
      setIsBusy(false);
    }
  };
  const takeSnapshot = async (label: string): Promise<void> => {
    const id = getNumber(await platform.call('snapshot'), 'id') ?? 0;
    const { genesisTime } = status;
    storeSnapshots([...loadSnapshots(status), { id, time: now, label, genesisTime }]);
  };
  const advance = async (milliseconds: number): Promise<void> => {
    const duration = formatDuration(milliseconds);
    await takeSnapshot(`before ${duration} passed`);
    const text = { done: `Advanced ${duration}`, attempted: `Tried to advance ${duration}` };
    await actions.submit(text, 'advanceTime', { milliseconds });
  };
  const travel = async (to: TimeStop): Promise<void> => {
    if (to.kind === 'ahead') await advance(to.milliseconds);
    if (to.kind !== 'back') return;
    // The platform drops a snapshot that is reverted to, and those after it.
    storeSnapshots(loadSnapshots(status).filter((one) => one.id < to.snapshot.id));
    const time = formatTime(to.snapshot.time);
    const text = { done: `Reverted to ${time}`, attempted: `Tried to revert to ${time}` };
    await actions.submit(text, 'revert', { id: to.snapshot.id });
  };
  const save = async (): Promise<void> => {
    await takeSnapshot('a snapshot of yours');
    announce('Snapshot saved: the slider reverts to it');
    setIsSaved(true);
    setTimeout(() => setIsSaved(false), FEEDBACK_MS);
    await actions.reload();
  };
  return {
    isBusy,
    isSaved,
    rejection,
    advance: (milliseconds: number) => run(() => advance(milliseconds)),
    travel: (to: TimeStop) => run(() => travel(to)),
    save: () => run(save),
  };
}
