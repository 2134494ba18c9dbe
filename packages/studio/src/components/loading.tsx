import { useEffect, useState } from 'preact/hooks';

const PATIENCE_MS = 250;

/** What stands where something is to come; nothing for a moment, so that nothing flickers. */
export function Loading({ what }: { readonly what: string }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? (
    <p class="loading" role="status">
      Loading {what} …
    </p>
  ) : null;
}
