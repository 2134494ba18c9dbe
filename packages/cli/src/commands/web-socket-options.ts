import { DEFAULT_SETTINGS } from '@dapikit/gateway';
import { integer, option, UsageError } from '../option.js';

const LONGEST_TIME_MS = 24 * 60 * 60 * 1000;
const GIB = 1024 * 1024 * 1024;

function readOrigins(value: string, name: string): 'any' | readonly string[] {
  if (value === 'any') return value;
  return value.split(',').map((given) => {
    const text = given.trim();
    const origin = URL.canParse(text) ? new URL(text).origin : undefined;
    if (origin === text) return origin;
    throw new UsageError(
      `${name}: expected any, or origins such as https://example.org with commas between them, found ${JSON.stringify(text)}`,
    );
  });
}

/** What WebSockets can be told. */
export const webSocketOptions = {
  webSocketOrigins: option<'any' | readonly string[]>({
    flag: 'ws-origins',
    value: 'origins',
    about: 'web pages that may open a WebSocket: any, or origins with commas between them',
    default: DEFAULT_SETTINGS.webSocketOrigins,
    read: readOrigins,
  }),
  maxSubscriptions: option({
    flag: 'max-subscriptions',
    value: 'subscriptions',
    about: 'most subscriptions of a WebSocket',
    default: DEFAULT_SETTINGS.maxSubscriptions,
    read: integer(1, 100_000),
  }),
  maxMessagesInFlight: option({
    flag: 'max-messages-in-flight',
    value: 'messages',
    about: 'most messages of a WebSocket that are answered at once; the next ones wait',
    default: DEFAULT_SETTINGS.maxMessagesInFlight,
    read: integer(1, 100_000),
  }),
  maxBufferedBytes: option({
    flag: 'max-buffered-bytes',
    value: 'bytes',
    about: 'most bytes that wait for a WebSocket whose client reads too slowly, before it is disconnected',
    default: DEFAULT_SETTINGS.maxBufferedBytes,
    read: integer(1, GIB),
  }),
  pingInterval: option({
    flag: 'ping-interval',
    value: 'ms',
    about: 'time between pings on a WebSocket; a client that does not answer until the next is disconnected',
    default: DEFAULT_SETTINGS.pingInterval,
    read: integer(1, LONGEST_TIME_MS),
  }),
} as const;
