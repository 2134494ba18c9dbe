import { useEffect, useState } from 'preact/hooks';

/** An answer that was waited for: the last one that came, and what was thrown instead of the newest. */
export interface Answered<Value> {
  readonly value?: Value;
  readonly error?: unknown;
}

/** Asks whenever something of `inputs` changes; what comes after the next question is passed over. */
export function useAnswer<Value>(ask: () => Promise<Value>, inputs: readonly unknown[]): Answered<Value> {
  const [answered, setAnswered] = useState<Answered<Value>>({});
  useEffect(() => {
    let isOver = false;
    ask()
      .then((value) => isOver || setAnswered({ value }))
      .catch((error: unknown) => isOver || setAnswered({ error }));
    return () => {
      isOver = true;
    };
  }, inputs);
  return answered;
}
