import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/base/messages/json-rpc-error.js';
import { createDispatch } from '../../src/json-rpc/dispatch/dispatch.js';
import { methods } from '../../src/json-rpc/dispatch/methods.js';
import { absentPlatform } from '../../src/base/platform-status/absent-platform.js';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { openConnection, postText, type RawResponse } from '../raw-connection.js';
import { recordedLayer1 } from '../recorded-layer1.js';
import { recordedLog, type LogLine } from '../recorded-log.js';
import { anyBody, randomNumbers } from './mutations.js';

const BODIES = 100_000;
const BODIES_OVER_SOCKETS = 3_000;
const BROKEN_REQUESTS = 1_000;

const CODES = new Set<unknown>(Object.values(ERROR_CODES));

/** What is wrong with the answer to a request; `undefined` for a well-formed one. */
function flawOf(body: string): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return 'no JSON';
  }
  if (!Array.isArray(answer)) return flawOfOne(answer);
  return answer.length === 0 ? 'an empty batch' : answer.map(flawOfOne).find((flaw) => flaw !== undefined);
}

function flawOfOne(answer: unknown): string | undefined {
  if (!isObject(answer)) return 'no object';
  const { jsonrpc, id, error } = answer;
  const names = Object.keys(answer).toSorted().join();
  if (jsonrpc !== '2.0') return 'not of version 2.0';
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') return 'an id of another type';
  if (names === 'id,jsonrpc,result') return undefined;
  if (names !== 'error,id,jsonrpc' || !isObject(error)) return `the members ${names}`;
  if (!CODES.has(error['code']) || typeof error['message'] !== 'string') return 'an unknown error';
  const { data } = error;
  if (data === undefined)
    return error['code'] === ERROR_CODES.internalError ? undefined : 'an error without data';
  return isObject(data) && typeof data['reason'] === 'string' ? undefined : 'data without a reason';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The lines of the log that tell of a defect: an internal error that was not the node's own. */
function defects(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.filter(
    ({ level, err }) => level >= 50 && !(isObject(err) && err['type'] === 'NodeRejectionError'),
  );
}

describe('the gateway under fuzzing', () => {
  it(`returns a well-formed response to any body (${BODIES} bodies)`, async () => {
    const random = randomNumbers(1);
    const { log, lines } = recordedLog('error');
    const context = {
      layer1: recordedLayer1(),
      platformStatus: absentPlatform('4.0.0', () => 1760447450),
      statusEncoding: 'rs-dapi',
    } as const;
    const dispatch = createDispatch(methods, context, DEFAULT_SETTINGS, log);
    const results = { results: 0, errors: 0, nothing: 0 };
    for (let turn = 0; turn < BODIES; turn += 1) {
      const body = anyBody(random);
      const answer = (await dispatch(body, { requestId: 'fuzz' })).body?.toString();
      const flaw = answer === undefined ? undefined : flawOf(answer);
      if (flaw !== undefined) throw new Error(`${flaw} in ${String(answer)} to ${JSON.stringify(body)}`);
      if (answer === undefined) results.nothing += 1;
      else if (answer.includes('"result":')) results.results += 1;
      else results.errors += 1;
    }
    expect(defects(lines)).toEqual([]);
    // The bodies are of all kinds.
    for (const count of Object.values(results)) expect(count).toBeGreaterThan(BODIES / 500);
  });

  it(`returns well-formed HTTP over a connection (${BODIES_OVER_SOCKETS} bodies)`, async () => {
    const random = randomNumbers(2);
    const { port, logLines } = await gatewayForTest();
    const connection = await openConnection(port, 'http');
    for (let turn = 0; turn < BODIES_OVER_SOCKETS; turn += 1) {
      const body = anyBody(random);
      connection.write(postText(body));
      const answer = await connection.response();
      expect(answer.status).toBe(answer.body === '' ? 204 : 200);
      expect(answer.body === '' ? undefined : flawOf(answer.body)).toBeUndefined();
    }
    expect(defects(logLines)).toEqual([]);
  });

  it(`returns well-formed responses to broken HTTP (${BROKEN_REQUESTS} requests)`, async () => {
    const random = randomNumbers(3);
    const { port, logLines } = await gatewayForTest();
    for (let turn = 0; turn < BROKEN_REQUESTS; turn += 1) {
      const text = postText(anyBody(random));
      const at = Math.floor(random() * 150);
      const connection = await openConnection(port, 'http');
      connection.socket.end(
        text.slice(0, at) + String.fromCharCode(random() * 256) + text.slice(at + random() * 3),
      );
      for (const answer of await answersOn(connection)) {
        expect(answer.status).toBeOneOf([200, 204, 400, 404, 405, 408, 413, 415, 431, 505]);
        expect(answer.body === '' ? undefined : flawOf(answer.body)).toBeUndefined();
      }
      connection.socket.destroy();
    }
    expect(defects(logLines)).toEqual([]);
    const connection = await openConnection(port, 'http');
    connection.write(postText('{"jsonrpc":"2.0","method":"getBestBlockHash","id":1}'));
    expect((await connection.response()).status).toBe(200);
  });
});

/** Returns the responses until the connection is closed; fails on any other bytes. */
async function answersOn({ response }: { response: () => Promise<RawResponse> }): Promise<RawResponse[]> {
  const answers: RawResponse[] = [];
  for (;;) {
    try {
      answers.push(await response());
    } catch (error) {
      if (!(error instanceof Error && error.message.endsWith('after ""'))) throw error;
      return answers;
    }
  }
}
