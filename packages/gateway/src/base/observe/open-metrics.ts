import { Counter, Gauge, type Registry } from 'prom-client';

/** Describes what clients hold open when the metrics are read. */
export interface OpenReport {
  /** The received bytes of bodies and messages that are not served yet. */
  readonly bytes: number;
  /** The requests that were rejected since the start, by the limit that rejected them. */
  readonly rejections: Readonly<Record<string, number>>;
}

/** Adds the metrics of what clients hold open, which are computed when they are read. */
export function openMetrics(registry: Registry, report: () => OpenReport): void {
  const registers = [registry];
  const bytes: Gauge = new Gauge({
    name: 'dapikit_open_bytes',
    help: 'Received bytes of bodies and messages that are not served yet.',
    registers,
    collect: () => bytes.set(report().bytes),
  });
  const rejections = new Counter({
    name: 'dapikit_open_rejections_total',
    help: 'Requests rejected for what is open: by the limit of a client, or by max-open-bytes (gateway).',
    labelNames: ['limit'],
    registers,
    collect: () => {
      rejections.reset();
      for (const [limit, count] of Object.entries(report().rejections)) rejections.inc({ limit }, count);
    },
  });
}
