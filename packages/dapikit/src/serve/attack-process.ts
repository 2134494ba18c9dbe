import { spawn } from 'node:child_process';
import type { AttackContract } from '@dapikit/gateway';
import { programPath } from '../program/program-path.js';

const MAX_MEGABYTES = 512;
/** Longer reports end the attack. */
const MAX_REPORT_BYTES = 20_000_000;
/** Time after the end of an attack in which its process ends. */
const MAX_ENDING_MS = 20_000;

/** Attacks a contract by `dapikit attack` in a process of its own, which is bounded in time and memory, and ends with its caller. */
export const attackInProcess: AttackContract = async (
  contract,
  { protocolVersion, seconds, signal },
): Promise<string> => {
  const args = ['attack', '-', '--json', '--seconds', String(seconds), '--protocol', String(protocolVersion)];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_MEGABYTES}`, programPath(), ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env,
    timeout: 1000 * seconds + MAX_ENDING_MS,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_code, signalOfEnd) => resolve(signalOfEnd === null));
  });
  // A process that ends early reads no further.
  child.stdin.on('error', () => undefined);
  child.stdin.end(contract);
  const pieces: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > MAX_REPORT_BYTES) child.kill('SIGKILL');
    else pieces.push(piece);
  });
  const isWhole = await ended;
  const report = Buffer.concat(pieces).toString();
  if (!isWhole || !report.trimEnd().endsWith('}')) throw new Error('the attack ended without a report');
  return report;
};
