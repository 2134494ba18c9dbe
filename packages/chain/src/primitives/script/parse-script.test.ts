import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildScript, type ScriptPart } from './build-script.js';
import { isSmallInteger, OPCODES, type OpcodeName, opcodeName, smallInteger } from './opcodes.js';
import { joinOperations, parseScript, type ScriptOperation } from './parse-script.js';
import { isMinimalPush, pushMinimally, pushWithLength } from './push-data.js';
import { encodeScriptNumber } from './script-number.js';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');

/** Opcodes that push nothing. */
const names: OpcodeName[] = [
  'OP_DUP',
  'OP_HASH160',
  'OP_CHECKSIG',
  'OP_RETURN',
  'OP_RESERVED',
  'OP_IF',
  'OP_CAT',
];

/** What an operation leaves on the stack, or its name. */
function pushedBy({ opcode, data }: ScriptOperation): string {
  if (data !== undefined) return hex(data);
  if (isSmallInteger(opcode)) return hex(encodeScriptNumber(smallInteger(opcode)));
  return opcode === OPCODES.OP_1NEGATE ? '81' : (opcodeName(opcode) ?? '');
}

function wanted(part: ScriptPart): string {
  if (typeof part !== 'string') return hex(typeof part === 'number' ? encodeScriptNumber(part) : part);
  return part === 'OP_0' ? '' : part;
}

describe('parseScript', () => {
  it('reads the output of buildScript', () => {
    const part = fc.oneof(
      fc.constantFrom(...names),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
      fc.uint8Array({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const { operations, malformed } = parseScript(buildScript(...parts));
        expect(malformed).toHaveLength(0);
        expect(operations.map(pushedBy)).toEqual(parts.map(wanted));
        expect(
          operations.every(({ opcode, data }) => data === undefined || isMinimalPush(opcode, data)),
        ).toBe(true);
      }),
    );
  });

  it('preserves every byte of any script', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (script) => {
        const { operations, malformed } = parseScript(script);
        expect(hex(Buffer.concat([joinOperations(operations), malformed]))).toBe(hex(script));
        expect(parseScript(malformed).operations).toHaveLength(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['01', 0],
    ['4b00', 0],
    ['514c', 1],
    ['4c0200', 0],
    ['4d', 0],
    ['4dff', 0],
    ['4d0100', 0],
    ['51524e01000000', 2],
    ['4effffffff00', 0],
  ])('stops before a truncated push in "%s"', (script, operations) => {
    const parsed = parseScript(bytes(script));
    expect(parsed.operations).toHaveLength(operations);
    expect(hex(parsed.malformed)).toBe(script.slice(2 * operations));
  });

  it('returns data for data pushes only', () => {
    const { operations } = parseScript(buildScript(0, 1, -1, bytes('aa'), 'OP_CHECKSIG'));
    expect(operations.map(({ data }) => data && hex(data))).toEqual([
      '',
      undefined,
      undefined,
      'aa',
      undefined,
    ]);
  });
});

describe('script pushes', () => {
  it.each([
    ['', '00', '00'],
    ['01', '51', '0101'],
    ['10', '60', '0110'],
    ['11', '0111', '0111'],
    ['81', '4f', '0181'],
    ['00', '0100', '0100'],
    ['80', '0180', '0180'],
  ])('encode "%s" as %s, or %s with an explicit length', (data, shortest, withLength) => {
    expect(hex(pushMinimally(bytes(data)))).toBe(shortest);
    expect(hex(pushWithLength(bytes(data)))).toBe(withLength);
  });

  it.each([
    [75, '4b'],
    [76, '4c4c'],
    [255, '4cff'],
    [256, '4d0001'],
    [65_535, '4dffff'],
    [65_536, '4e00000100'],
  ])('of %i bytes start with %s', (length, header) => {
    expect(hex(pushMinimally(new Uint8Array(length)).subarray(0, -length))).toBe(header);
  });

  it('reject a fractional number', () => {
    expect(() => buildScript(1.5)).toThrow(RangeError);
    expect(() => buildScript(2 ** 60)).toThrow(RangeError);
  });
});

describe('opcodeName', () => {
  it('has one name per opcode and none for other bytes', () => {
    for (const [name, opcode] of Object.entries(OPCODES)) expect(opcodeName(opcode)).toBe(name);
    expect(new Set(Object.values(OPCODES)).size).toBe(Object.keys(OPCODES).length);
    expect([0x01, 0x4b, 0xbc, 0xff].map(opcodeName)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
