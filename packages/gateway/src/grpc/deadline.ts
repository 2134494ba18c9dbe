/** Timers of Node wait for 2^31 - 1 ms at most: a longer one would end at once. */
const MAX_SECONDS = 2_147_483;

const TIMEOUT = /^(\d{1,8})([HMS])$/;
const SECONDS: Readonly<Record<string, number>> = { H: 3600, M: 60, S: 1 };

/** Returns the timeout of a call so that a timer can wait for it: the longest are shortened to 24 days. Source: `doc/PROTOCOL-HTTP2.md` of grpc/grpc. */
export function boundedTimeout(timeout: string): string {
  const [, digits, unit = ''] = TIMEOUT.exec(timeout) ?? [];
  return Number(digits) * (SECONDS[unit] ?? 0) > MAX_SECONDS ? `${MAX_SECONDS}S` : timeout;
}
