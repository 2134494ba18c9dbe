import cluster from 'node:cluster';
import { Metrics } from '@dapikit/gateway';
import type { Logger } from 'pino';
import { command, CommandError, EXIT, type ExitCode } from '../program/command.js';
import { createLog } from '../log/create-log.js';
import { logWarnings } from '../log/log-warnings.js';
import { isColoured, palette } from '../report/palette.js';
import { describeSettingsErrors } from '../settings/describe-errors.js';
import { ServiceSignals } from '../program/service-signals.js';
import { notifyReady } from '../serve/notify-ready.js';
import { serveGateway } from '../serve/serve-gateway.js';
import { serveOptions, settingsFrom, SOURCES_NOTE } from '../settings/serve-options.js';
import type { ServeValues } from '../settings/settings-table.js';
import { startTraces } from '../serve/traces.js';
import { metricsOfAll, runWorkers, announceServing } from '../serve/workers.js';
import { VERSION } from '../program/version.js';
import { startFailure } from './start-failure.js';

/** One process logs with its version that it serves; workers log that they listen. */
const SAID_AS_SERVING: ReadonlySet<string> = new Set(['listening']);

/** Implements `dapikit serve`: serves the gateway in front of Dash Core nodes. */
export const serve = command({
  name: 'serve',
  about: 'serve the gateway in front of Dash Core nodes',
  usage: '[options]',
  maxOperands: 0,
  options: serveOptions,
  examples: [
    ['serve --config dapikit.yaml', 'use the settings in a file'],
    [
      "serve --nodes 'http://127.0.0.1:9998?credentials-file=/var/lib/dash/.cookie'",
      'serve in front of a local node',
    ],
  ],
  notes: [
    SOURCES_NOTE,
    'SIGHUP reloads the settings and the certificate without losing a request; if there are errors, they are logged and the current settings stay. SIGTERM and SIGINT drain requests in flight and stop.',
    'Exit code: 0 after a signal, 1 if it cannot start or stop, 2 if the settings are invalid or a file cannot be read.',
    'If OTEL_EXPORTER_OTLP_ENDPOINT is set, spans are sent to that OpenTelemetry collector.',
  ],
  async run(given, _, { stderr, env, signals: heard }) {
    const resolve = () => settingsFrom(given, env);
    const { values, errors, file, text } = resolve();
    if (errors.length > 0) {
      const paints = palette(isColoured('auto', env, stderr.isTTY === true));
      stderr.write(describeSettingsErrors(errors, file, text, paints, 'serve'));
      return EXIT.usage;
    }
    const log = createLog(
      values.logLevel,
      values.logFormat,
      1,
      cluster.isWorker ? undefined : SAID_AS_SERVING,
    );
    logWarnings(log);
    const signals = heard ?? new ServiceSignals(process);
    try {
      return values.workers > 1 && cluster.isPrimary
        ? await runAll(values, log, signals)
        : await runOne(values, { log, resolve, signals });
    } catch (error) {
      const failure = await startFailure(error, values);
      // The channel to the primary process would keep this one alive; without it, this one ends at the next wait.
      if (cluster.isWorker) process.disconnect();
      throw failure;
    }
  },
});

async function runAll(
  { workers: count }: ServeValues,
  log: Logger,
  signals: ServiceSignals,
): Promise<ExitCode> {
  const workers = runWorkers(count, log);
  signals.onReload(() => workers.reload());
  const isStopped = signals.stopped.then((): true => true);
  const started = await Promise.race([workers.started, isStopped]);
  if (started === undefined) throw new CommandError('a worker could not start: see its log');
  if (started !== true) {
    const { urls, adminUrl } = started;
    log.info({ version: VERSION, workers: count, urls, adminUrl }, 'serving');
    await notifyReady(process.env, log);
    await isStopped;
  }
  await workers.close();
  return EXIT.fine;
}

interface OneProcess {
  readonly log: Logger;
  readonly resolve: () => ReturnType<typeof settingsFrom>;
  readonly signals: ServiceSignals;
}

async function runOne(values: ServeValues, { log, resolve, signals }: OneProcess): Promise<ExitCode> {
  const stopTraces = await startTraces(process.env);
  const metrics = new Metrics(VERSION);
  const isWorker = values.workers > 1;
  if (isWorker) metrics.shareWithPrimary();
  const served = await signals.unlessStopped(
    serveGateway(values, {
      log,
      metrics,
      resolve,
      ...(isWorker && { metricsText: metricsOfAll(() => metrics.text()) }),
    }),
  );
  if (served === undefined) {
    // Nothing is in flight, and a store is as it was before the transaction that is not committed.
    log.info('stopped during the start');
    process.exit(EXIT.fine);
  }
  signals.onReload(() => void served.reload());
  const { urls, adminUrl } = served.gateway;
  if (isWorker) announceServing(urls, adminUrl);
  else {
    log.info({ version: VERSION, urls, adminUrl }, 'serving');
    await notifyReady(process.env, log);
  }
  const failure = await Promise.race([signals.stopped, ...(served.failed ? [served.failed] : [])]);
  log.info('stopping');
  const isClosed = await served.close();
  await stopTraces();
  if (isWorker) process.disconnect();
  if (failure !== undefined) throw failure;
  if (!isClosed) process.exit(EXIT.failure);
  return EXIT.fine;
}
