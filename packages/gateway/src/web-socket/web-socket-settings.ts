/** How WebSockets behave. */
export interface WebSocketSettings {
  /** The web pages that may open a WebSocket, by origin, such as `https://example.org`; programs that send none always may. */
  readonly webSocketOrigins: 'any' | readonly string[];
  /** Subscriptions of one connection. */
  readonly maxSubscriptions: number;
  /** Messages of one connection that are answered at once; the next ones are not read before. */
  readonly maxMessagesInFlight: number;
  /** Bytes that wait for a client which reads too slowly; one that has more waiting when there is news is disconnected. */
  readonly maxBufferedBytes: number;
  /** Between two pings, in milliseconds; a client of which nothing came from one to the next is disconnected. */
  readonly pingInterval: number;
}

/** A full masternode list of the main network has two megabytes: it fits a few times. */
export const DEFAULT_WEB_SOCKET_SETTINGS: WebSocketSettings = {
  webSocketOrigins: 'any',
  maxSubscriptions: 32,
  maxMessagesInFlight: 16,
  maxBufferedBytes: 8 * 1024 * 1024,
  pingInterval: 30_000,
};
