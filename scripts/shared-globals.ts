import { afterAll } from 'vitest';

/** The globals that a file could replace for the files after it. */
const GLOBALS = [
  'Date',
  'Headers',
  'Request',
  'Response',
  'WebSocket',
  'clearTimeout',
  'crypto',
  'fetch',
  'performance',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

const globals = (): unknown[] => GLOBALS.map((name): unknown => Reflect.get(globalThis, name));
const before = { globals: globals(), folder: process.cwd(), env: { ...process.env } };

/** Fails a file that leaves its process changed for the files after it: such files belong to the isolated ones of vitest.config.ts. */
afterAll(() => {
  const names = new Set([...Object.keys(before.env), ...Object.keys(process.env)]);
  const changed = [
    ...GLOBALS.filter((_, at) => globals()[at] !== before.globals[at]),
    ...[...names].filter((name) => process.env[name] !== before.env[name]),
    ...(process.cwd() === before.folder ? [] : ['the working directory']),
  ];
  if (changed.length > 0) throw new Error(`This file leaves its process with another ${changed.join(', ')}.`);
});
