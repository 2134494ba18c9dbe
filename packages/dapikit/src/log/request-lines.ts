import type { Palette } from '../report/palette.js';
import { printable } from '../program/printable.js';

type Fields = Readonly<Record<string, unknown>>;
type Line = (fields: Fields, paints: Palette) => string;

const PATH_WIDTH = 9;
/** Lines below the first one stand behind its time. */
const TIME_WIDTH = 9;
const textOf = (value: unknown): string =>
  printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

type Part = string | undefined;

const joined = (texts: readonly Part[], separator: string): string =>
  texts.filter((text) => text !== undefined && text !== '').join(separator);

const words = (texts: readonly Part[]): string => joined(texts, ' ');

/** Joins the parts of a line, which stand further apart than words. */
const parts = (texts: readonly Part[]): string => joined(texts, '  ');

const duration = ({ milliseconds }: Fields, paints: Palette): string | undefined =>
  milliseconds === undefined ? undefined : paints.faint(`${textOf(milliseconds)} ms`);

const optionalText = (value: unknown): string | undefined =>
  value === undefined ? undefined : textOf(value);

/** Shows a JSON-RPC call: path, method, params, result or error, duration. The rejection of a transition has a line of its own. */
const callLine: Line = (fields, paints) => {
  const { path, method = '(no method)', params, result, code, consensusCode, reason, at, message } = fields;
  const isTransition = consensusCode !== undefined;
  const outcome =
    code === undefined
      ? words([paints.good('→'), optionalText(result) ?? textOf(fields['outcome'])])
      : words([
          paints.error('error'),
          textOf(isTransition ? consensusCode : code),
          optionalText(reason),
          at === undefined || isTransition ? undefined : `at ${textOf(at)}`,
          isTransition || message === undefined ? undefined : `(${textOf(message)})`,
        ]);
  return parts([
    paints.faint(textOf(path).padEnd(PATH_WIDTH)),
    words([textOf(method), params === undefined ? undefined : paints.faint(textOf(params))]),
    outcome,
    duration(fields, paints),
  ]);
};

/** Shows a gRPC call: method, params, status, duration. */
const grpcLine: Line = (fields, paints) => {
  const { method, params, status, outcome, message } = fields;
  const name = textOf(method).split('/').at(-1) ?? '';
  return parts([
    paints.faint('gRPC'.padEnd(PATH_WIDTH)),
    words([name, params === undefined ? undefined : paints.faint(textOf(params))]),
    status === 0
      ? words([paints.good('→'), optionalText(outcome) ?? 'ok'])
      : words([paints.error('error'), textOf(status), optionalText(message)]),
    duration(fields, paints),
  ]);
};

/** Shows a request that never came to a method. */
const rejectedLine: Line = ({ route, status }, paints) =>
  parts([
    paints.faint((route === 'other' ? '?' : textOf(route)).padEnd(PATH_WIDTH)),
    words([paints.error('rejected'), `HTTP ${textOf(status)}`]),
  ]);

/** Shows a state transition: block, kind, contract and type, signer, fee; or why it was rejected. */
const transitionLine: Line = (fields, paints) => {
  const { height, kind, subject, signer, fee, isSigned, rejection, code, isPaid, more } = fields;
  const what = words([
    paints.strong(textOf(kind)),
    optionalText(subject),
    more === undefined ? undefined : `and ${textOf(more)} more`,
  ]);
  const by = signer === undefined ? undefined : `by ${textOf(signer)}`;
  const mark = isSigned === true ? undefined : paints.faint('unsigned');
  if (rejection === undefined) {
    const head = paints.good(height === undefined ? 'executed' : `block ${textOf(height)}`);
    return parts([head, what, by, optionalText(fee), mark]);
  }
  const head = words([paints.error('rejected'), optionalText(code), textOf(rejection)]);
  const charged = isPaid === true ? words(['charged', optionalText(fee)]) : undefined;
  return [
    parts([head, what, by, charged, mark]),
    ...[optionalText(fields['message']), optionalText(fields['explain'])].flatMap((line) =>
      line === undefined ? [] : [`${' '.repeat(TIME_WIDTH)}${line}`],
    ),
  ].join('\n');
};

/** Lists the messages that have lines of their own form. */
export const REQUEST_LINES: ReadonlyMap<unknown, Line> = new Map([
  ['call', callLine],
  ['gRPC call', grpcLine],
  ['request rejected', rejectedLine],
  ['transition', transitionLine],
]);
