import { describe, expect, it } from 'vitest';
import { documentValidator, validateContract } from '../src/index.js';

const contractWith = (members: object) => ({
  note: {
    type: 'object',
    properties: {
      n: { type: 'integer', position: 0 },
      texts: { type: 'array', items: { type: 'string', maxLength: 5 }, maxItems: 1024, position: 1 },
    },
    additionalProperties: false,
    ...members,
  },
});
const nest = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = { present: 'n' };
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
};
const times = <Part>(count: number, create: (at: number) => Part): Part[] =>
  Array.from({ length: count }, (_, at) => create(at));
const judge = (propertyConstraints: unknown) =>
  validateContract(contractWith({ propertyConstraints }), { protocolVersion: 14, maxDiagnostics: 10_000 });

/** Rules of about 64 KB. */
const LARGE: readonly (readonly [string, unknown])[] = [
  ['equal conditions', { rule: { anyOf: times(4000, () => ({ present: 'n' })) } }],
  ['different conditions', { rule: { anyOf: times(3000, (at) => ({ equal: ['n', at] })) } }],
  ['integers', { rule: { in: ['n', times(12_000, (at) => at)] } }],
  ['equal integers', { rule: { in: ['n', times(30_000, () => 1)] } }],
  ['operands', { rule: { equal: [{ add: ['n', ...times(30_000, () => 1)] }, 1] } }],
  ['rules', Object.fromEntries(times(3000, (at) => [`rule${at}`, { present: 'n' }]))],
  ['unknown properties', { rule: { anyOf: times(3500, (at) => ({ present: `m${at}` })) } }],
  ['nested conditions', { rule: nest(400, (inner) => ({ allOf: [inner, { absent: 'n' }] })) }],
  ['nested operands', { rule: { equal: [nest(400, (inner) => ({ add: [inner, 1] })), 1] } }],
];

describe('hostile rules', () => {
  it.each(LARGE)('are rejected in bounded time: %s', (_, rules) => {
    const started = performance.now();
    expect(judge(rules).ok).toBe(false);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('compute no large power', () => {
    const { diagnostics } = judge({
      power: { equal: [{ power: [9_007_199_254_740_991, 9_007_199_254_740_991] }, 'n'] },
      tower: { equal: [{ power: ['n', { power: ['n', { power: ['n', 'n'] }] }] }, 1] },
    });
    expect(diagnostics).toEqual([]);
    const tower = contractWith({
      propertyConstraints: { tower: { equal: [{ power: ['n', { power: ['n', 'n'] }] }, 1] } },
    });
    const validator = documentValidator(tower, 'note', { protocolVersion: 14 });
    const started = performance.now();
    for (const n of [-1, 0, 1, 2, 40, 2 ** 53 - 1]) validator.judge({ document: { n } });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(validator.judge({ document: { n: 2 ** 53 - 1 } }).rejections[0]?.official?.payload).toMatchObject({
      violation: 'Overflow',
    });
    expect(validator.judge({ document: { n: 1 } }).ok).toBe(true);
  });

  it('read large lists once', () => {
    const contract = contractWith({
      propertyConstraints: Object.fromEntries(
        times(16, (at) => [`rule${at}`, { contains: ['texts', { const: `t${at}` }] }]),
      ),
    });
    const validator = documentValidator(contract, 'note', { protocolVersion: 14 });
    const texts = times(1024, (at) => `t${at}`);
    const started = performance.now();
    for (let run = 0; run < 20; run += 1) expect(validator.judge({ document: { texts } }).ok).toBe(true);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('have names such as %s', (name) => {
    const rules = JSON.parse(
      `{"${name}": {"present": "n"}, "a": {"${name}": "n"}, "b": {"present": "${name}"}}`,
    );
    const codes = judge(rules).diagnostics.map(({ official }) => official?.code);
    expect(new Set(codes)).toEqual(new Set([10101, 10231]));
  });
});
