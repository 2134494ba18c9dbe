/**
 * Reads the text of a response of Tenderdash up to a limit in bytes.
 * @throws {RangeError} for a larger one, which is not read to its end
 */
export async function readResponseText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new RangeError(`the response of Tenderdash has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
