import { useEffect, useState } from 'preact/hooks';
import { getTime, type PlatformClock } from './platform-clock.js';

const TICK_MS = 1000;

/** Returns the time of the platform's clock, every second. */
export function useNow(clock: PlatformClock): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return getTime(clock);
}
