const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Says how the older library (3.0.1) shows a member differently from the newer one. */
function newerMember(name: string, value: unknown): unknown {
  if (name === 'transaction' && typeof value === 'string') return base64(Buffer.from(value, 'hex'));
  if (name === 'outPoint' && typeof value === 'string') {
    const bytes = Buffer.from(value, 'base64');
    return `${Buffer.from(bytes.subarray(0, 32).toReversed()).toString('hex')}:${bytes.readUInt32LE(32)}`;
  }
  if (name === 'signature' && Array.isArray(value)) return base64(Uint8Array.from(value));
  if ((name === 'amount' || name === 'nonce' || name === 'revision') && typeof value === 'string')
    return Number(value);
  if (name === 'pooling') return ['never', 'ifAvailable', 'standard'][Number(value)];
  return newerFields(value);
}

/** Returns the JSON of the older library in the form of the newer one. The type of a transition is not a member there. */
export function newerFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(newerFields);
  if (!isObject(value)) return value;
  const isTransition = '$version' in value && !('data' in value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '$version' && !(isTransition && name === 'type'))
      .map(([name, member]) => [name, newerMember(name, member)]),
  );
}
