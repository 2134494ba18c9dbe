/** An answer as it came over HTTP. */
export interface Answer {
  readonly status: number;
  /** The headers that tell something of the call: where the answer came from, limits, deprecation. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** To the letter. */
  readonly body: string;
  readonly milliseconds: number;
}

const TELLING = /^(x-dapikit-.*|ratelimit.*|retry-after|deprecation|sunset|link)$/;

/** Sends a body to a path of the server that the page came from. @throws {TypeError} (rejects) when no answer comes. */
export async function exchange(path: string, body: string): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => TELLING.test(name)),
    body: text,
    milliseconds: performance.now() - begun,
  };
}
