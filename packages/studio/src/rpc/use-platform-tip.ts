import { useEffect, useState } from 'preact/hooks';
import { watchPlatformTip, type PlatformTip } from './platform-tip.js';

/** Returns the newest state of the platform as it changes; `undefined` until it is known. All callers share one poll. */
export function usePlatformTip(isOffered = true): PlatformTip | undefined {
  const [tip, setTip] = useState<PlatformTip>();
  useEffect(() => (isOffered ? watchPlatformTip(setTip) : undefined), [isOffered]);
  return tip;
}
