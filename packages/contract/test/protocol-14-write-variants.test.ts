import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentValidator, type DocumentWrite } from '../src/index.js';

/** A write whose verdict follows from the reference page "Protocol 14" and the book of the platform, worked out by hand. */
interface Variant {
  readonly name: string;
  /** The first error of the network; absent where it accepts. */
  readonly code?: number;
  /** Fields of that error. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly write: DocumentWrite;
  readonly contract: unknown;
}

/** Reads `{"$hex": "…"}` as bytes. */
const reviveBytes = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$hex' in value
    ? new Uint8Array(Buffer.from(String(value.$hex), 'hex'))
    : value;

const variants = readFileSync(new URL('protocol-14-write-variants.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Variant => JSON.parse(line, reviveBytes));

it.each(variants.map((variant) => [variant.name, variant] as const))(
  'the write is judged by its rule: %s',
  (_, { code, payload = {}, type, write, contract }) => {
    const { ok, rejections, unjudged } = documentValidator(contract, type, { protocolVersion: 14 }).judge(
      write,
    );
    const official = rejections[0]?.official;
    expect({
      ok,
      code: official?.code,
      payload: official?.payload ?? {},
      unjudged: ok ? unjudged : [],
    }).toMatchObject({
      ok: code === undefined,
      code,
      payload,
      unjudged: [],
    });
  },
);
