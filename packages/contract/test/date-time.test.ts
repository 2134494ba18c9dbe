import { beforeAll, expect, it } from 'vitest';
import { validateDocument } from '../src/index.js';
import { textWith } from '../src/rules/example.js';
import { loadDocumentNetwork, type DocumentJudge } from './document-network.js';

const CONTRACT = textWith({ format: 'date-time' });
let judge: DocumentJudge;
beforeAll(async () => {
  judge = (await loadDocumentNetwork())(CONTRACT);
});

it.each([
  '2020-12-29 12:59:59-08:00',
  '9483-01-29 01:59:00.9860810+00:00',
  '2020-12-29T12:59:59Z',
  '2020-12-29  12:59:59Z',
  '2020-12-29_12:59:59Z',
  '2020-12-29-12:59:59Z',
  '2020-12-29x12:59:59Z',
  '2020-12-29:12:59:59Z',
  '2020-12-29512:59:59Z',
  '2020-12-29é12:59:59Z',
  '2020-12-29\t12:59:59Z',
  '2020-12-29/12:59:59Z',
  '2020-12-29\u000112:59:59Z',
  '2020-12-29 12:59:59',
])('judges the date and time %j as the official build does', (text) => {
  const { ok } = validateDocument(CONTRACT, 'note', { text }, { protocolVersion: 11 });
  expect(ok).toBe(judge('note', { text })?.length === 0);
});
