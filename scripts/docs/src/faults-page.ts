import { readFileSync } from 'node:fs';
import { DEFAULT_POOL_LIMITS } from '@dapikit/chain/core-pool';
import { devOptions } from 'dapikit';
import { DEFAULT_SETTINGS } from '@dapikit/gateway';
import { fillPage } from './fill-page.js';
import { table } from './markdown.js';

const STORE_FAULTS = new URL('../../../packages/platform/test/faults/faults.json', import.meta.url);
const GATEWAY_FAULTS = new URL('../../../packages/gateway/test/faults/faults.json', import.meta.url);

/** A row of the fault tables that the tests inject. */
interface Fault {
  readonly fault: string;
  readonly sees: string;
  /** `at once`, or the name of a time limit. */
  readonly within: string;
  /** Whether the fault quarantines a transaction. */
  readonly transaction?: unknown;
  readonly reaches?: string;
}

type Faults = Readonly<Record<string, Fault>>;
type TimeOf = (limit: string) => string;

/** Returns faults.md: failures outside the gateway, and the responses of clients. */
export function faultsPage(): string {
  const gateway = readFaults(GATEWAY_FAULTS);
  const store = readFaults(STORE_FAULTS);
  return fillPage('faults.md', {
    node: nodeTable(gateway('node'), nodeTime),
    quarantine: Object.values(gateway('node'))
      .filter(({ transaction }) => Boolean(transaction))
      .map(({ fault }) => fault)
      .join(', or '),
    disagreement: nodeTable(gateway('disagreement'), sameTime),
    contradiction: nodeTable(
      gateway('contradiction'),
      () => 'a minute, with the second request from then on',
    ),
    transaction: table(
      ['the transaction …', 'the client sees', 'it reaches'],
      Object.values(gateway('transaction')).map(({ fault, sees, reaches = '' }) => [
        fault,
        sees.replace(/[a-z]+-[a-z-]+/, '`$&`'),
        reaches,
      ]),
    ),
    notifications: table(
      ['the node …', 'subscribers receive', 'after'],
      faultRows(gateway('notifications'), nodeTime),
    ),
    redis: table(['Redis …', 'the client sees', 'after'], faultRows(gateway('redis'), redisTime)),
    client: table(['the client …', 'it sees', 'after'], faultRows(gateway('client'), clientTime)),
    access: table(['the client …', 'it sees', 'after'], faultRows(gateway('access'), sameTime)),
    opening: storeTable('PostgreSQL, when it is opened, …', store('opening')),
    running: storeTable('PostgreSQL, while it is used, …', store('running')),
    file: storeTable('the file …', store('file')),
    clock: table(
      ['the clock …', 'the platform has'],
      Object.values(store('clock')).map(({ fault, sees }) => [fault, sees]),
    ),
  });
}

function nodeTable(faults: Faults, timeOf: TimeOf): string {
  return table(['the node …', 'the client sees', 'after'], faultRows(faults, timeOf));
}

function storeTable(subject: string, faults: Faults): string {
  return table([subject, 'the caller sees', 'after'], storeFaultRows(faults));
}

/** Reads a table of faults; the result gives its parts by name. @throws {Error} for an unknown part */
function readFaults(file: URL): (part: string) => Faults {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests that inject these faults read the same file
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Faults>>;
  return (part) => {
    const faults = parts[part];
    if (faults === undefined) throw new Error(`${file.pathname} has no ${part}`);
    return faults;
  };
}

function faultRows(faults: Faults, timeOf: TimeOf): string[][] {
  return Object.values(faults).map(({ fault, sees, within }) => [
    fault,
    sees.replace(/[a-z][a-z-]+-[a-z]+/, '`$&`'),
    within === 'at once' ? within : timeOf(within),
  ]);
}

function storeFaultRows(faults: Faults): string[][] {
  const times: Readonly<Record<string, string>> = {
    timeout: '16 s at most',
    retries: '20 tries, and two seconds at most between them',
  };
  return Object.values(faults).map(({ fault, sees, within }) => [
    fault,
    `\`${sees}\``,
    times[within] ?? within,
  ]);
}

function sameTime(limit: string): never {
  throw new Error(`no time limit is called ${limit}`);
}

function nodeTime(limit: string): string {
  return `${numberAt(DEFAULT_POOL_LIMITS, limit) / 1000} s`;
}

function redisTime(limit: string): string {
  const times: Readonly<Record<string, string>> = {
    timeout: '0.1 s',
    retry: '1 s, and a second of connecting at most',
  };
  return times[limit] ?? sameTime(limit);
}

function clientTime(limit: string): string {
  const option = Object.entries(devOptions).find(([name]) => name === limit)?.[1];
  if (option === undefined) return sameTime(limit);
  return `${numberAt(DEFAULT_SETTINGS, limit) / 1000} s (\`--${option.flag}\`)`;
}

/** Returns a numeric member of a table of limits. @throws {Error} if it is none */
function numberAt(table: object, name: string): number {
  const value: unknown = Object.entries(table).find(([member]) => member === name)?.[1];
  return typeof value === 'number' ? value : sameTime(name);
}
