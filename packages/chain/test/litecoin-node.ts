import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

/** Whether this machine has the program. Debian has it in the package `litecoind`. */
export const HAS_LITECOIND = spawnSync('litecoind', ['--version']).status === 0;

/**
 * A real node of the same family as Dash Core, on a chain of its own: the RPC server, its cookie, its work queue and how it
 * starts and dies are the same code. It has no masternodes, and Debian's is built without ZMQ.
 */
export class LitecoinNode {
  readonly folder = mkdtempSync(join(tmpdir(), 'dapikit-litecoin-'));
  readonly url: string;
  readonly #arguments: readonly string[];
  #process: ChildProcess | undefined;
  static #scripts = 0;
  #peerAddress: string | undefined;
  readonly #killAtExit = (): void => void this.#process?.kill('SIGKILL');

  private constructor(port: number, more: readonly string[]) {
    this.url = `http://127.0.0.1:${port}`;
    this.#arguments = [
      '-regtest',
      `-datadir=${this.folder}`,
      `-rpcport=${port}`,
      '-listen=0',
      '-disablewallet',
      '-printtoconsole=0',
      // Without a wallet no chain gets beyond the block with which its extension blocks begin.
      '-vbparams=mweb:4000000000:4000000001',
      ...more,
    ];
    process.once('exit', this.#killAtExit);
  }

  static async start(...more: readonly string[]): Promise<LitecoinNode> {
    const node = new LitecoinNode(await freePort(), more);
    try {
      await node.restart();
      return node;
    } catch (error) {
      await node.stop();
      throw error;
    }
  }

  /** As `start`, and takes connections of other nodes. */
  static async startListening(tries = 3): Promise<LitecoinNode> {
    const address = `127.0.0.1:${await freePort()}`;
    const options = ['-listen=1', `-bind=${address}`, '-discover=0', '-dnsseed=0', '-listenonion=0'];
    try {
      const node = await LitecoinNode.start(...options);
      node.#peerAddress = address;
      return node;
    } catch (error) {
      // Somebody else may have been faster to take a port.
      if (tries === 1) throw error;
      return LitecoinNode.startListening(tries - 1);
    }
  }

  /** Connects to a node that listens, unless it is connected to it. */
  async connect(other: LitecoinNode): Promise<void> {
    await this.call('addnode', other.#peerAddress, 'onetry');
  }

  get cookie(): string {
    return join(this.folder, 'regtest', '.cookie');
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  /** Starts it on the data it has, and waits until it answers. */
  async restart(): Promise<void> {
    this.#process = spawn('litecoind', this.#arguments, { stdio: 'ignore' });
    const failed = once(this.#process, 'exit').then(([code]) => `litecoind ended with ${String(code)}`);
    while (!(await this.#isUp())) {
      const failure = await Promise.race([failed, sleep(50)]);
      if (failure !== undefined) throw new Error(failure);
    }
  }

  /** Makes the node do what `CoreNode` never asks for. */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const { result }: { result: unknown } = JSON.parse(await this.#send(method, params));
    return result;
  }

  /** Mines blocks that are like no others, even those of another branch or node in the same second; gives their hashes. */
  async mine(count: number): Promise<string[]> {
    LitecoinNode.#scripts += 1;
    const script = `raw(04${LitecoinNode.#scripts.toString(16).padStart(8, '0')})`;
    const info: { result: { descriptor: string } } = JSON.parse(
      await this.#send('getdescriptorinfo', [script]),
    );
    const { descriptor } = info.result;
    const mined: { result: string[] } = JSON.parse(
      await this.#send('generatetodescriptor', [count, descriptor]),
    );
    return mined.result;
  }

  /** Stops it in its tracks: it takes connections, and answers nothing. */
  async stall(): Promise<void> {
    this.#process?.kill('SIGSTOP');
    while (await this.#isUp(50)) await sleep(5);
  }

  /** Lets it go on. */
  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Kills it as `kill -9` does; its data stays. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Kills it, and removes its data. */
  async stop(): Promise<void> {
    await this.kill();
    process.off('exit', this.#killAtExit);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #isUp(milliseconds = 1_000): Promise<boolean> {
    try {
      await this.#send('getblockcount', [], milliseconds);
      return true;
    } catch {
      return false;
    }
  }

  async #send(method: string, params: readonly unknown[], milliseconds = 10_000): Promise<string> {
    const authorization = `Basic ${Buffer.from(readFileSync(this.cookie)).toString('base64')}`;
    const body = JSON.stringify({ id: 1, method, params });
    const signal = AbortSignal.timeout(milliseconds);
    const response = await fetch(this.url, { method: 'POST', headers: { authorization }, body, signal });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  }
}
