import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentValidator, type DocumentWrite } from '../src/index.js';

interface DocumentCase {
  readonly name: string;
  readonly kind: string;
  readonly contract: string;
  readonly type: string;
  readonly action: 'create' | 'replace' | 'delete';
  readonly owner: string;
  readonly verdict: 'accept' | 'reject';
  readonly code?: number;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly about?: string;
  readonly document?: unknown;
  readonly stored?: unknown;
  readonly system?: Readonly<Record<string, number>>;
  readonly totals?: Readonly<Record<string, number>>;
  readonly state?: {
    readonly documents?: readonly {
      readonly type: string;
      readonly id: string;
      readonly owner: string;
      readonly data: unknown;
      readonly system?: Readonly<Record<string, number>>;
    }[];
    readonly moderators?: readonly string[];
    readonly blockHeight?: number;
  };
}

const readLines = <Line>(name: string): Line[] =>
  readFileSync(new URL(`../../../fixtures/protocol-14/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const cases = readLines<DocumentCase>('documents.jsonl');
const contracts = new Map(
  readLines<{ key: string; contract: unknown }>('document-contracts.jsonl').map(({ key, contract }) => [
    key,
    contract,
  ]),
);

/** Replaces `{"$hex": "…"}` by bytes. */
function toBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toBytes);
  if (typeof value !== 'object' || value === null) return value;
  if ('$hex' in value) return new Uint8Array(Buffer.from(String(value.$hex), 'hex'));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toBytes(inner)]));
}

/** Reads the one form in which the cases write totals: `countOf vote {pollId: $id}`. */
function readTotals(totals: DocumentCase['totals']) {
  return Object.entries(totals ?? {}).map(([text, is]) => {
    const [, type = '', key = '', value = ''] = /^countOf (\w+) \{(\w+): (\S+)\}$/.exec(text) ?? [];
    return { countOf: [type, { [key]: value }], is };
  });
}

function toWrite({ action, owner, document, stored, system, totals, state }: DocumentCase): DocumentWrite {
  const { documents, moderators, blockHeight } = state ?? {};
  return {
    action,
    ownerId: owner,
    ...(document === undefined ? {} : { document: toBytes(document) }),
    ...(stored === undefined ? {} : { stored: toBytes(stored) }),
    ...(system === undefined ? {} : { system }),
    assume: {
      totals: readTotals(totals),
      ...(documents === undefined
        ? {}
        : {
            documents: documents.map(({ owner: ownerId, data, ...rest }) => ({
              ...rest,
              ownerId,
              data: toBytes(data),
            })),
          }),
      ...(moderators === undefined ? {} : { moderators }),
      ...(blockHeight === undefined ? {} : { blockHeight }),
    },
  };
}

describe('writes of documents, protocol 14', () => {
  it('has cases', () => {
    expect(cases.length).toBe(131);
  });

  it.each(cases)('$name: $verdict', (one) => {
    const validator = documentValidator(contracts.get(one.contract), one.type, { protocolVersion: 14 });
    const { ok, rejections, generated } = validator.judge(toWrite(one));
    const { code, payload } = rejections[0]?.official ?? {};
    const filled = /^stored value: (.*)$/.exec(one.about ?? '')?.[1];
    expect({
      verdict: ok ? 'accept' : 'reject',
      code,
      payload,
      generated: Object.values(generated),
    }).toMatchObject({
      verdict: one.verdict,
      ...(one.code === undefined ? {} : { code: one.code }),
      ...(one.error === undefined ? {} : { payload: one.error }),
      ...(filled === undefined ? {} : { generated: [filled] }),
    });
  });
});
