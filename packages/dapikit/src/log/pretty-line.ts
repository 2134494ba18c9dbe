import type { Palette } from '../report/palette.js';
import { printable } from '../program/printable.js';
import { REQUEST_LINES } from './request-lines.js';

const LEVELS: ReadonlyMap<unknown, readonly [name: string, paint: keyof Palette]> = new Map([
  [10, ['TRACE', 'faint']],
  [20, ['DEBUG', 'faint']],
  [30, ['INFO', 'good']],
  [40, ['WARN', 'warning']],
  [50, ['ERROR', 'error']],
  [60, ['FATAL', 'error']],
]);
const MAX_LEVEL_WIDTH = 5;

/** These are the same in every line of a process. */
const LEFT_OUT: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** Returns a line of a JSON log for people: time, level, message, what else is known as `name=value`, and the stack of an error below. Requests and transitions have lines of their own form. */
export function prettyLine(json: string, paints: Palette): string {
  const line: unknown = JSON.parse(json);
  if (typeof line !== 'object' || line === null) return json;
  const fields: Readonly<Record<string, unknown>> = { ...line };
  const [level, paint] = LEVELS.get(fields['level']) ?? [String(fields['level']), 'faint'];
  const time = new Date(Number(fields['time'])).toTimeString().slice(0, 8);
  const own = REQUEST_LINES.get(fields['msg']);
  if (own !== undefined) return `${paints.faint(time)} ${own(fields, paints)}\n`;
  const known = Object.entries(fields)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => paints.faint(`${name}=${shown(value)}`));
  const head = [
    paints.faint(time),
    paints[paint](level.padEnd(MAX_LEVEL_WIDTH)),
    shown(fields['msg'] ?? ''),
    ...known,
  ];
  return `${head.join(' ')}\n${errorLines(fields['err'])}`;
}

function shown(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

function errorLines(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return '';
  const lines = String(error.stack).split('\n');
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}
