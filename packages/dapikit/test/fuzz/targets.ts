import { onTestFinished } from 'vitest';
import { DapikitProcess } from '../dev-process.js';
import { folderWith } from '../run-dapikit.js';
import { Served } from '../served.js';

/** A process that is sent hostile bytes. */
export interface Target {
  /** The port of HTTP and TLS. */
  readonly port: number;
  readonly process: DapikitProcess;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** Starts `dapikit serve` without limits, and without a node that responds. */
export async function startServe(): Promise<Target> {
  const served = new Served(
    [
      'serve',
      '--port',
      '0',
      '--admin-port',
      '0',
      '--rate-limit',
      '0',
      '--max-connections-per-address',
      '1000',
    ],
    { DAPIKIT_NODES: 'http://127.0.0.1:9', DAPIKIT_STATE_DIR: folderWith({}) },
  );
  onTestFinished(() => served.stop().then(() => undefined));
  await served.serving();
  return { port: portOf(served.at), process: served };
}

/** Starts `dapikit dev`. */
export async function startDev(): Promise<Target> {
  const dapikit = new DapikitProcess(['dev', '--port', '0']);
  onTestFinished(() => dapikit.stop().then(() => undefined));
  await dapikit.started();
  return { port: portOf(dapikit.url), process: dapikit };
}
