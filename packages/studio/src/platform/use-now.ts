import { useEffect, useState } from 'preact/hooks';
import { timeNow, type PlatformStatus } from './platform-status.js';

const TICK_MS = 1000;

/** What the clock of the platform says, every second. */
export function useNow(status: PlatformStatus): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return timeNow(status);
}
