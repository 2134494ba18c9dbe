import { useEffect, useState } from 'preact/hooks';

const DELAY_MS = 250;

/** Says that something is loading; nothing for a moment, to avoid flicker. */
export function Loading({ what }: { readonly what: string }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? (
    <p class="loading" role="status">
      Loading {what} …
    </p>
  ) : null;
}
