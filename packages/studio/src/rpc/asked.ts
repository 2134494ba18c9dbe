import { useEffect, useState } from 'preact/hooks';

/** What was asked for: not there yet, there, or not to be had. */
export type Asked<Value> = { readonly value?: Value; readonly error?: unknown };

/**
 * The answer to a question, asked again when `key` changes; the former answer stays until the next is there. Nothing is asked
 * while `key` is `undefined`.
 */
export function useAsked<Value>(key: string | undefined, ask: () => Promise<Value>): Asked<Value> {
  const [asked, setAsked] = useState<Asked<Value>>({});
  useEffect(() => {
    if (key === undefined) return undefined;
    let isGone = false;
    ask()
      .then((value) => isGone || setAsked({ value }))
      .catch((error: unknown) => isGone || setAsked({ error }));
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the key says when the question is another
  }, [key]);
  return asked;
}
