/** Describes a response as it came over HTTP. */
export interface HttpResponse {
  readonly status: number;
  /** Headers about the call: cache, limits, deprecation. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Unchanged. */
  readonly body: string;
  readonly milliseconds: number;
}

const SHOWN_HEADERS = /^(cache-status|ratelimit.*|retry-after|deprecation|sunset|link)$/;

/** Sends a body to a path of the page's own server. @throws {TypeError} (rejects) when no response arrives. */
export async function sendRequest(path: string, body: string): Promise<HttpResponse> {
  const start = performance.now();
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => SHOWN_HEADERS.test(name)),
    body: text,
    milliseconds: performance.now() - start,
  };
}
