import { connect as connectPlain } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { DapikitProcess } from '../dev-process.js';
import { folderWith } from '../run-dapikit.js';
import { Served } from '../served.js';
import { checkReceived } from './check-received.js';
import { sequenceOf, type Sequence } from './connection-sequence.js';

/** `FUZZ_SEED=7 FUZZ_SEQUENCES=100000` tries others, `FUZZ_ONLY=12,34` only those sequences. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const SEQUENCES = Number(process.env['FUZZ_SEQUENCES'] ?? 10_000);
const ONLY = process.env['FUZZ_ONLY']?.split(',').map(Number);
const IN_FLIGHT = 96;
/** How long nothing comes back over a connection until it is left, where it is not known what has to come. */
const QUIET_MS = 40;
const PATIENCE_MS = 60_000;

interface Target {
  readonly http: number;
  readonly exit: Promise<unknown>;
}

function doNothing(): void {}

/** Sends a sequence; gives what is wrong with what came back, `undefined` where nothing is. */
async function attempt(port: number, sequence: Sequence): Promise<string | undefined> {
  const address = { port, host: '127.0.0.1' };
  const socket = sequence.isTls
    ? connectTls({ ...address, rejectUnauthorized: false })
    : connectPlain(address);
  socket.setNoDelay(true);
  const chunks: Buffer[] = [];
  let isClosed = false;
  let latest = performance.now();
  let wake = doNothing;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    latest = performance.now();
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  for (const piece of sequence.pieces) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
  const deadline = performance.now() + PATIENCE_MS;
  try {
    for (;;) {
      const received = Buffer.concat(chunks);
      const { error, isComplete } = checkReceived(sequence, received, isClosed);
      if (error !== undefined) return `${error}\nreceived: ${JSON.stringify(received.toString('latin1'))}`;
      if (isComplete || isClosed) return undefined;
      if (sequence.end === 'unknown' && performance.now() > latest + QUIET_MS) return undefined;
      if (performance.now() > deadline)
        return `something is missing\nreceived: ${JSON.stringify(received.toString('latin1'))}`;
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), sleep(QUIET_MS)]);
    }
  } finally {
    socket.destroy();
  }
}

const shown = ({ index, isTls, pieces }: Sequence): string =>
  `FUZZ_SEED=${SEED} FUZZ_ONLY=${index} (${isTls ? 'TLS' : 'plain'}): ${JSON.stringify(pieces.map((piece) => piece.toString('latin1')))}`;

/** Sends all sequences, many at once; gives the first that fails, or those in flight when the process ended. */
async function failures({ http, exit }: Target): Promise<string[]> {
  const indices = ONLY ?? Array.from({ length: SEQUENCES }, (_, index) => index);
  const inFlight = new Map<number, Sequence>();
  const found: string[] = [];
  const ended = new AbortController();
  void exit.then(() => ended.abort());
  let next = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (next < indices.length && found.length === 0 && !ended.signal.aborted) {
        const sequence = sequenceOf(SEED, indices[next] ?? 0);
        next += 1;
        inFlight.set(sequence.index, sequence);
        const error = await attempt(http, sequence);
        if (ended.signal.aborted) return;
        inFlight.delete(sequence.index);
        if (error !== undefined) found.push(`${shown(sequence)}\n${error}`);
      }
    }),
  );
  // The last sequence may have ended it.
  await sleep(100);
  if (ended.signal.aborted)
    found.unshift('the process ended; in flight were:', ...[...inFlight.values()].map(shown));
  return found;
}

const portOf = (url: string): number => Number(new URL(url).port);

it(
  `dapikit serve survives ${SEQUENCES} sequences of requests and responds in order`,
  { timeout: 600_000 },
  async () => {
    const served = new Served(
      ['serve', '--port', '0', '--rate-limit', '0', '--max-connections-per-address', '1000'],
      { DAPIKIT_NODES: 'http://127.0.0.1:9', DAPIKIT_STATE_DIR: folderWith({}) },
    );
    onTestFinished(() => served.stop().then(() => undefined));
    await served.serving();
    expect(await failures({ http: portOf(served.at), exit: served.exit })).toEqual([]);
    expect(served.stderr).toBe('');
  },
);

it(
  `dapikit dev survives ${SEQUENCES} sequences of requests and responds in order`,
  { timeout: 600_000 },
  async () => {
    const dapikit = new DapikitProcess(['dev', '--port', '0']);
    onTestFinished(() => dapikit.stop().then(() => undefined));
    await dapikit.started();
    expect(await failures({ http: portOf(dapikit.url), exit: dapikit.exit })).toEqual([]);
    expect(dapikit.stderr).toBe('');
  },
);
