/** Names why the gateway closed a WebSocket by itself. */
export type ClosedFor =
  | 'goingAway'
  | 'unsupportedData'
  | 'unauthorized'
  | 'internalError'
  | 'tooSlow'
  | 'silent'
  | 'full';

/** Counts subscribers, and what became of them; each record by a name of the gateway's own. */
export interface SubscriberReport {
  /** WebSockets that are open. */
  readonly connections: number;
  /** Subscriptions that are open, by the method that opened them. */
  readonly subscriptions: Readonly<Record<string, number>>;
  /** Notifications that were sent, by method. */
  readonly notifications: Readonly<Record<string, number>>;
  /** WebSockets that the gateway closed. */
  readonly closes: Readonly<Record<ClosedFor, number>>;
}

/** Counts subscribers. To count costs an addition; metrics are made of it when they are read. */
export class SubscriberCounts {
  readonly subscriptions: Record<string, number> = {};
  readonly notifications: Record<string, number> = {};
  readonly closes: Record<ClosedFor, number> = {
    goingAway: 0,
    unsupportedData: 0,
    unauthorized: 0,
    internalError: 0,
    tooSlow: 0,
    silent: 0,
    full: 0,
  };

  opened(method: string): void {
    this.subscriptions[method] = (this.subscriptions[method] ?? 0) + 1;
  }

  ended(method: string): void {
    this.subscriptions[method] = (this.subscriptions[method] ?? 0) - 1;
  }

  notified(method: string): void {
    this.notifications[method] = (this.notifications[method] ?? 0) + 1;
  }

  closed(why: ClosedFor): void {
    this.closes[why] += 1;
  }
}
