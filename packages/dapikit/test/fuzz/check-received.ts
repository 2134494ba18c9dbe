import type { Sequence } from './connection-sequence.js';

/** What is known of the bytes that came back over a connection. */
export interface Verdict {
  /** What is wrong; `undefined` where nothing is so far. */
  readonly error?: string;
  /** Whether nothing more has to come, but for the end of a connection. */
  readonly isComplete: boolean;
}

const HEAD_END = '\r\n\r\n';
const WITHOUT_BODY: ReadonlySet<number> = new Set([100, 101, 204]);

const fail = (error: string): Verdict => ({ error, isComplete: true });

/** Checks what came back so far: each response belongs to its request, they come in order, and a WebSocket has nothing but frames. */
export function checkReceived({ requests, end }: Sequence, received: Buffer, isClosed: boolean): Verdict {
  let rest = received;
  let answered = 0;
  let isRejected = false;
  while (rest.length > 0) {
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd < 0) return headOrError(rest);
    const [line = '', ...lines] = rest.toString('latin1', 0, headEnd).split('\r\n');
    const [, digits] = /^HTTP\/1\.1 (\d{3}) /.exec(line) ?? [];
    if (digits === undefined) return fail(`no status line: ${JSON.stringify(line.slice(0, 100))}`);
    const status = Number(digits);
    const fields = new Map(
      lines.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 2),
      ]),
    );
    const name = fields.get('x-request-id');
    const request = requests[answered];
    const hasBody = !WITHOUT_BODY.has(status) && (name === undefined || request?.method !== 'HEAD');
    const bodyAt = headEnd + HEAD_END.length;
    const isChunked = fields.get('transfer-encoding') === 'chunked';
    const bodyLength = isChunked
      ? chunkedLength(rest.subarray(bodyAt))
      : Number(fields.get('content-length') ?? 0);
    const length = bodyAt + (hasBody ? bodyLength : 0);
    if (isRejected) return fail('a response after that which closes the connection');
    if (status === 101) {
      if (end === 'unknown') return { isComplete: true };
      if (end !== 'websocket-or-close') return fail('a WebSocket that nobody asked for');
      if (answered < requests.length) return fail('a WebSocket before the responses to earlier requests');
      return checkFrames(rest.subarray(length));
    }
    if (rest.length < length) return { isComplete: false };
    if (status !== 100) {
      if (name === undefined) isRejected = true;
      else if (end === 'unknown') {
        const at = requests.findIndex((one, at) => at >= answered && one.name === name);
        // The name itself may have been damaged.
        answered = at < 0 ? answered : at + 1;
        if (at < 0 && requests.slice(0, answered).some((one) => one.name === name))
          return fail(`the response to ${name} comes again, or out of order`);
      } else if (name === request?.name) {
        const body = rest.toString('utf8', bodyAt, length);
        if (status === 200 && request.isJsonRpc && JSON.parse(body).id !== name)
          return fail(`the response to ${name} has the body of another`);
        answered += 1;
      } else if (name !== 'handshake' || end !== 'websocket-or-close')
        return fail(`expected the response to ${request?.name}, found that to ${name}`);
    }
    rest = rest.subarray(length);
  }
  if (end === 'unknown') return { isComplete: isClosed };
  if (isRejected && (end === 'open' || answered < requests.length))
    return fail(`rejected before the response to ${requests[answered]?.name ?? 'nothing'}`);
  if (isClosed && (end === 'open' || answered < requests.length))
    return fail(`closed before the response to ${requests[answered]?.name ?? 'nothing'}`);
  return { isComplete: answered === requests.length && (end === 'open' || isClosed) };
}

/** The bytes of a body of chunks; infinitely many where its last one has not come. */
function chunkedLength(bytes: Buffer): number {
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return Infinity;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    at = lineEnd + 2 + size + 2;
    if (size === 0) return at <= bytes.length ? at : Infinity;
    if (!(at <= bytes.length)) return Infinity;
  }
}

/** The beginning of a head that has not come whole. */
function headOrError(rest: Buffer): Verdict {
  const begun = 'HTTP/1.1 '.slice(0, rest.length);
  return rest.toString('latin1', 0, begun.length) === begun
    ? { isComplete: false }
    : fail(`no status line: ${JSON.stringify(rest.toString('latin1', 0, 100))}`);
}

/** Frames of a server: final, without a mask; text of at most 125 bytes is all that comes back in these tests, and a ping or close. */
function checkFrames(bytes: Buffer): Verdict {
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = bytes[at + 1];
    if (![0x81, 0x88, 0x89].includes(first)) return fail(`no WebSocket frame: ${first.toString(16)}`);
    if (length === undefined) break;
    if (length > 125) return fail(`no short frame: ${length}`);
    at += 2 + length;
  }
  return { isComplete: true };
}
