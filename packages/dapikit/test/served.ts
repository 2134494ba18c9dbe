import { vi } from 'vitest';
import { DapikitProcess } from './dev-process.js';

/** A line of its log. */
export interface LogLine {
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** `dapikit serve` in a process of its own. */
export class Served extends DapikitProcess {
  get log(): LogLine[] {
    return this.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): LogLine => JSON.parse(line));
  }

  lines(message: string): LogLine[] {
    return this.log.filter(({ msg }) => msg === message);
  }

  async serving(): Promise<this> {
    const ended = this.exit.then((code) => `ended with ${code}: ${this.stdout}${this.stderr}`);
    const began = vi.waitUntil(() => this.lines('serving').length === 1, { timeout: 60_000 });
    const failure = await Promise.race([ended, began]);
    if (typeof failure === 'string') throw new Error(failure);
    return this;
  }

  get at(): string {
    const urls = this.lines('serving')[0]?.['urls'];
    return Array.isArray(urls) ? String(urls.at(-1)) : '';
  }

  get admin(): string {
    return String(this.lines('serving')[0]?.['adminUrl']);
  }
}
