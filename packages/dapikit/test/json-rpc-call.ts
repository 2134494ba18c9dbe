/** Calls a method over HTTP, and returns the whole response. */
export async function callJsonRpc(
  url: string | URL,
  method: string,
  params?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return JSON.parse(await response.text());
}
