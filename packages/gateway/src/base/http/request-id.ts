import { randomBytes } from 'node:crypto';

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** Names requests: by the `X-Request-Id` of the caller where it has a plain form, otherwise by an id of our own. */
export function createRequestIds(): (fromCaller: string | string[] | undefined) => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return (fromCaller) => {
    if (typeof fromCaller === 'string' && ACCEPTED.test(fromCaller)) return fromCaller;
    count += 1;
    return `${prefix}-${count}`;
  };
}
