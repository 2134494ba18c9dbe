import { Counter, Gauge, type Registry } from 'prom-client';
import type { SubscriberReport } from './subscriber-counts.js';

/** Adds the metrics of subscribers, which are computed when they are read. */
export function subscriberMetrics(registry: Registry, report: () => SubscriberReport): void {
  const registers = [registry];
  const open: Gauge = new Gauge({
    name: 'dapikit_websockets',
    help: 'Open WebSockets.',
    registers,
    collect: () => open.set(report().connections),
  });
  const subscriptions = new Gauge({
    name: 'dapikit_subscriptions',
    help: 'Open subscriptions.',
    labelNames: ['method'],
    registers,
    collect: () => {
      for (const [method, count] of Object.entries(report().subscriptions))
        subscriptions.set({ method }, count);
    },
  });
  const notifications = new Counter({
    name: 'dapikit_notifications_total',
    help: 'Notifications that were sent to subscribers.',
    labelNames: ['method'],
    registers,
    collect: () => {
      notifications.reset();
      for (const [method, count] of Object.entries(report().notifications))
        notifications.inc({ method }, count);
    },
  });
  const closes = new Counter({
    name: 'dapikit_websocket_closes_total',
    help: 'WebSockets that the gateway closed: of clients that read too slowly or were silent, and for other reasons.',
    labelNames: ['reason'],
    registers,
    collect: () => {
      closes.reset();
      for (const [reason, count] of Object.entries(report().closes)) closes.inc({ reason }, count);
    },
  });
}
