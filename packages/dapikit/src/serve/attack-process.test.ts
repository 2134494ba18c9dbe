import { expect, it } from 'vitest';
import { attackInProcess } from './attack-process.js';

const CONTRACT = JSON.stringify({
  note: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  },
});
const OPTIONS = { protocolVersion: 13, seconds: 5 };

it('attacks a contract in a process of its own', { timeout: 60_000 }, async () => {
  const report = Object(JSON.parse(await attackInProcess(CONTRACT, OPTIONS)));
  expect(report.findings).toContainEqual(expect.objectContaining({ code: 'anyone-creates' }));
});

it('returns what check says of a contract that the network rejects', { timeout: 60_000 }, async () => {
  const report = Object(JSON.parse(await attackInProcess('{"note":{}}', OPTIONS)));
  expect([report.findings, typeof report.files]).toEqual([undefined, 'object']);
});

it('ends the process with its caller', { timeout: 60_000 }, async () => {
  const caller = new AbortController();
  const attack = attackInProcess(CONTRACT, { ...OPTIONS, seconds: 60, signal: caller.signal });
  caller.abort();
  await expect(attack).rejects.toThrow('aborted');
});
