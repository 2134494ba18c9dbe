// A Core-family node of the machine, in regtest mode with default settings. No JSON file says which: the first installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../lib/free-port.mjs';

const USER = 'bench';
const PASSWORD = 'bench';
const CANDIDATES = ['dashd', 'litecoind', 'bitcoind'];

/** Starts the node; `undefined` when none is installed. */
export async function startNode() {
  const program = CANDIDATES.find((name) => spawnSync(name, ['--version']).status === 0);
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-node-'));
  const port = await freePort();
  const child = spawn(
    program,
    [
      '-regtest',
      `-datadir=${folder}`,
      '-server',
      `-rpcport=${port}`,
      `-rpcuser=${USER}`,
      `-rpcpassword=${PASSWORD}`,
      '-listen=0',
      '-printtoconsole=0',
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}/`;
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  await answers(url, authorization);
  return {
    name: program,
    url,
    user: USER,
    password: PASSWORD,
    headers: { authorization },
    cpu: () => cpuOf(child.pid),
    mine: (count) => mine(url, authorization, count),
    stop: () => {
      child.kill();
      child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

/** The processor time of a process in milliseconds, from Linux, which counts it in steps of ten; NaN elsewhere. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Makes blocks that pay nobody. */
async function mine(url, authorization, count) {
  const call = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { authorization }, body });
    return (await response.json()).result;
  };
  const { descriptor } = await call('getdescriptorinfo', ['raw(51)']);
  const blocks = await call('generatetodescriptor', [count, descriptor]);
  if (blocks?.length !== count) throw new Error(`the node did not mine ${count} blocks`);
}

async function answers(url, authorization) {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'getblockhash', params: [0] });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      const response = await fetch(url, { method: 'POST', headers: { authorization }, body });
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the node does not answer');
}
