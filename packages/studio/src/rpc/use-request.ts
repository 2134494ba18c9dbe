import { useEffect, useState } from 'preact/hooks';

/** Describes the state of a request: pending, a value, or the thrown error. */
export interface RequestState<Value> {
  readonly value?: Value;
  readonly error?: unknown;
}

/** Sends a request whenever something of `inputs` changes. The previous value stays until the next one arrives; late responses are dropped. */
export function useRequest<Value>(
  request: () => Promise<Value>,
  inputs: readonly unknown[],
): RequestState<Value> {
  const [state, setState] = useState<RequestState<Value>>({});
  useEffect(() => {
    let isOver = false;
    request()
      .then((value) => isOver || setState({ value }))
      .catch((error: unknown) => isOver || setState({ error }));
    return () => {
      isOver = true;
    };
  }, inputs);
  return state;
}
