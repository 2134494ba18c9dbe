import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRpcError } from './json-rpc-error.js';
import { readRequest, type Call, type InvalidCall, type Params, type Request } from './request.js';

const LIMITS = { maxBatchCalls: 3, maxJsonValues: 50, maxDepth: 8 };

function read(text: string): Request {
  return readRequest(text, LIMITS);
}

function only(text: string): Call | InvalidCall {
  const [call, another] = read(text).calls;
  if (call === undefined || another !== undefined) throw new Error(`${text} is not one call`);
  return call;
}

function errorIn(text: string): { error: JsonRpcError; id: string } {
  const call = only(text);
  if (!('error' in call)) throw new Error(`${text} is a call`);
  return call;
}

function callIn(text: string): Call {
  const call = only(text);
  if ('error' in call) throw call.error;
  return call;
}

function described(text: string): unknown {
  const call = only(text);
  if ('error' in call) return { id: call.id, code: call.error.code, reason: call.error.data?.reason };
  const sourceOf = (of: string): unknown => {
    try {
      return call.params.source(of);
    } catch (error) {
      return String(error);
    }
  };
  const { value: given } = call.params;
  return { ...call, params: given, sources: ['height', 'x', '__proto__'].map(sourceOf) };
}

describe('readRequest of malformed JSON', () => {
  const cases: [what: string, text: string, found: unknown][] = [
    ['nothing', '', 'an empty body'],
    ['white space', ' \r\n\t', 'an empty body'],
    ['a truncated object', '{"jsonrpc":"2.0"', expect.stringContaining('JSON')],
    ['a byte order mark', '\ufeff{"jsonrpc":"2.0","method":"a","id":1}', 'a byte order mark'],
    ['a trailing comma', '{"jsonrpc":"2.0","method":"a","id":1,}', expect.any(String)],
    ['trailing garbage', '{"jsonrpc":"2.0","method":"a","id":1} x', expect.any(String)],
    ['two objects', '{"jsonrpc":"2.0","method":"a","id":1}{}', expect.any(String)],
    ['a NUL between tokens', '{"jsonrpc":"2.0",\0"method":"a","id":1}', expect.any(String)],
    ['a NUL in a string', '{"jsonrpc":"2.0","method":"a\0","id":1}', expect.any(String)],
    ['a NUL after the end', '{"jsonrpc":"2.0","method":"a","id":1}\0', expect.any(String)],
    ['a line break in a string', '{"jsonrpc":"2.0","method":"a\n","id":1}', expect.any(String)],
    ['white space that is not of JSON', '\u00a0{"jsonrpc":"2.0","method":"a","id":1}', expect.any(String)],
    ['a vertical tab', '{"jsonrpc":"2.0",\v"method":"a","id":1}', expect.any(String)],
    ['single quotes', "{'jsonrpc':'2.0','method':'a','id':1}", expect.any(String)],
    ['a name without quotes', '{jsonrpc:"2.0","method":"a","id":1}', expect.any(String)],
    ['a comment', '{"jsonrpc":"2.0","method":"a","id":1/**/}', expect.any(String)],
    ['a number with leading zeros', '{"jsonrpc":"2.0","method":"a","id":01}', expect.any(String)],
    ['a number with a plus', '{"jsonrpc":"2.0","method":"a","id":+1}', expect.any(String)],
    ['a hexadecimal number', '{"jsonrpc":"2.0","method":"a","id":0x1}', expect.any(String)],
    ['NaN', '{"jsonrpc":"2.0","method":"a","id":NaN}', expect.any(String)],
    ['an unknown escape', '{"jsonrpc":"2.0","method":"\\x61","id":1}', expect.any(String)],
    [
      'a batch with one broken call',
      '[{"jsonrpc":"2.0","method":"a","id":1},{"jsonrpc"]',
      expect.any(String),
    ],
  ];

  it.each(cases)('returns a parse error with id null: %s', (_, text, found) => {
    const { error, id } = errorIn(text);
    expect(error).toMatchObject({
      code: -32700,
      message: 'Parse error',
      data: { reason: 'malformed-json', found },
    });
    expect(id).toBe('null');
    expect(read(text).isBatch).toBe(false);
  });
});

describe('readRequest of JSON that is not a call', () => {
  const cases: [text: string, message: string, reason: string, id: string][] = [
    ['"x"', 'Invalid request', 'not-an-object', 'null'],
    ['5', 'Invalid request', 'not-an-object', 'null'],
    ['null', 'Invalid request', 'not-an-object', 'null'],
    ['true', 'Invalid request', 'not-an-object', 'null'],
    ['[]', 'Invalid request', 'empty-batch', 'null'],
    [' [ ] ', 'Invalid request', 'empty-batch', 'null'],
    ['[1,2,3,4]', 'Batch is too large', 'batch-too-large', 'null'],
    ['{}', 'jsonrpc must be "2.0"', 'invalid-version', 'null'],
    ['{"method":"a","id":1}', 'jsonrpc must be "2.0"', 'invalid-version', '1'],
    ['{"jsonrpc":"1.0","method":"nope","id":7}', 'jsonrpc must be "2.0"', 'invalid-version', '7'],
    ['{"jsonrpc":"2","method":"a","id":"x"}', 'jsonrpc must be "2.0"', 'invalid-version', '"x"'],
    ['{"jsonrpc":2.0,"method":"a","id":1.0}', 'jsonrpc must be "2.0"', 'invalid-version', '1.0'],
    ['{"jsonrpc":null,"method":"a","id":1}', 'jsonrpc must be "2.0"', 'invalid-version', '1'],
    ['{"jsonrpc":["2.0"],"method":"a","id":1}', 'jsonrpc must be "2.0"', 'invalid-version', '1'],
    ['{"JSONRPC":"2.0","method":"a","id":1}', 'jsonrpc must be "2.0"', 'invalid-version', '1'],
    ['{"jsonrpc":"2.0","id":1}', 'method must be a string', 'invalid-method', '1'],
    ['{"jsonrpc":"2.0","method":1,"id":1}', 'method must be a string', 'invalid-method', '1'],
    ['{"jsonrpc":"2.0","method":null,"id":1}', 'method must be a string', 'invalid-method', '1'],
    ['{"jsonrpc":"2.0","method":["a"],"id":1}', 'method must be a string', 'invalid-method', '1'],
    ['{"jsonrpc":"2.0","method":1}', 'method must be a string', 'invalid-method', 'null'],
    ['{"jsonrpc":"1.0","method":1,"id":1}', 'method must be a string', 'invalid-method', '1'],
    ['{"jsonrpc":1,"method":1,"id":1}', 'jsonrpc must be "2.0"', 'invalid-version', '1'],
    [
      '{"jsonrpc":"2.0","method":"a","id":true}',
      'id must be a string, a number or null',
      'invalid-id',
      'null',
    ],
    ['{"jsonrpc":"2.0","method":"a","id":{}}', 'id must be a string, a number or null', 'invalid-id', 'null'],
    [
      '{"jsonrpc":"2.0","method":"a","id":[1]}',
      'id must be a string, a number or null',
      'invalid-id',
      'null',
    ],
    ['{"jsonrpc":"1.0","method":1,"id":[1]}', 'id must be a string, a number or null', 'invalid-id', 'null'],
    ['{"jsonrpc":"2.0","method":"a","id":1,"id":1}', 'Invalid request', 'duplicate-member', 'null'],
    ['{"jsonrpc":"2.0","method":"a","method":"a","id":1}', 'Invalid request', 'duplicate-member', '1'],
    ['{"jsonrpc":"2.0","jsonrpc":"2.0","method":"a","id":1}', 'Invalid request', 'duplicate-member', '1'],
    [
      '{"jsonrpc":"2.0","method":"a","params":1,"params":2,"id":1}',
      'Invalid request',
      'duplicate-member',
      '1',
    ],
    ['{"jsonrpc":"2.0","method":"a","\\u006dethod":"b","id":1}', 'Invalid request', 'duplicate-member', '1'],
    [
      '{"jsonrpc":"2.0","method":"a","method":"b","id":1,"id":2}',
      'Invalid request',
      'duplicate-member',
      'null',
    ],
    ['{"jsonrpc":"2.0","method":"a","method":"b","id":{}}', 'Invalid request', 'duplicate-member', 'null'],
    ['{"__proto__":{"jsonrpc":"2.0","method":"a"},"id":1}', 'jsonrpc must be "2.0"', 'invalid-version', '1'],
  ];

  it.each(cases)('returns an invalid request: %s', (text, message, reason, id) => {
    const invalid = errorIn(text);
    expect(invalid.error).toMatchObject({ code: -32600, message, data: { reason } });
    expect(invalid.id).toBe(id);
    expect(read(text).isBatch).toBe(false);
  });

  const deep: [what: string, text: string][] = [
    ['9 arrays', `${'['.repeat(9)}${']'.repeat(9)}`],
    [
      '8 arrays in an object',
      `{"jsonrpc":"2.0","method":"a","id":1,"params":${'['.repeat(8)}${']'.repeat(8)}}`,
    ],
    [
      '7 arrays in a batch',
      `[{"jsonrpc":"2.0","method":"a","id":1,"params":${'['.repeat(7)}${']'.repeat(7)}}]`,
    ],
    ['a million open brackets', '['.repeat(1_000_000)],
    ['a million arrays', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
    ['300,000 objects', `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`],
  ];

  it.each(deep)('rejects deeper nesting than allowed: %s', (_, text) => {
    const { error, id } = errorIn(text);
    expect(error).toMatchObject({
      code: -32600,
      message: 'Request is nested too deep',
      data: { reason: 'nested-too-deep', expected: 'at most 8 levels' },
    });
    expect(id).toBe('null');
  });

  const many: [what: string, text: string][] = [
    ['params', `{"jsonrpc":"2.0","method":"a","id":1,"params":[${'0,'.repeat(45)}0]}`],
    ['members of params', `{"jsonrpc":"2.0","method":"a","id":1,"params":{${'"a":0,'.repeat(45)}"b":0}}`],
    ['members beside params', `{"jsonrpc":"2.0","method":"a","id":1,${'"a":0,'.repeat(46)}"b":0}`],
    ['in several calls', `[{"params":[${'0,'.repeat(22)}0]},{"params":[${'0,'.repeat(22)}0]}]`],
    ['calls', `[${'0,'.repeat(100)}0]`],
    ['a million, without an end', `[${'0,'.repeat(1_000_000)}`],
  ];

  it.each(many)('rejects more JSON values than allowed: %s', (_, text) => {
    const { error, id } = errorIn(text);
    expect(error).toMatchObject({
      code: -32600,
      message: 'Request has too many JSON values',
      data: {
        reason: 'too-many-json-values',
        expected: 'at most 50 values, arrays and objects included',
        found: 'more than 50',
        fix: 'Split the request into several.',
      },
    });
    expect(id).toBe('null');
  });

  it('names the duplicate member', () => {
    const { error } = errorIn('{"jsonrpc":"2.0","method":"a","params":1,"params":2,"id":1}');
    expect(error.data).toEqual({
      reason: 'duplicate-member',
      expected: 'params once',
      found: 'twice',
      at: '/params',
    });
  });
});

describe('readRequest of a call', () => {
  const ids = [
    '1',
    '0',
    '-1',
    '-0',
    '1.0',
    '1e3',
    '1E+400',
    '0.1e-7',
    '9007199254740993',
    '18446744073709551615',
    '18446744073709551616',
    '123456789012345678901234567890.12345678901234567890',
    '"a"',
    '""',
    '"1"',
    '"\\u0041"',
    '"\\/\\b\\f\\n\\r\\t\\"\\\\"',
    '"\\ud83d\\ude00"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"😀 é \u2028"',
    '"\\u0000"',
    '"}],"',
    '"__proto__"',
    '"constructor"',
    'null',
  ];

  it.each(ids)('keeps its id exactly: %s', (id) => {
    expect(callIn(`{"jsonrpc":"2.0","method":"a","id":${id}}`).id).toBe(id);
    expect(callIn(` {\r\n "id" :\t${id} , "method" : "a" , "jsonrpc" : "2.0" } `).id).toBe(id);
    expect(callIn(`{"jsonrpc":"2.0","\\u0069\\u0064":${id},"method":"a"}`).id).toBe(id);
  });

  it('reads a call without an id as a notification', () => {
    expect(callIn('{"jsonrpc":"2.0","method":"a"}').id).toBeUndefined();
  });

  it('reads member names with escapes', () => {
    const { method, id } = callIn(
      '{"\\u006asonrpc":"\\u0032.0","\\u006dethod":"\\u0061","\\u0070arams":[],"id":1}',
    );
    expect({ method, id }).toEqual({ method: 'a', id: '1' });
  });

  it('ignores unknown members, even duplicates', () => {
    expect(callIn('{"jsonrpc":"2.0","method":"a","id":1,"x":1,"x":2,"__proto__":{"id":2}}').id).toBe('1');
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])('reads the method %j', (method) => {
    expect(callIn(`{"jsonrpc":"2.0","method":"${method}","id":1}`).method).toBe(method);
  });

  it('distinguishes absent params from null', () => {
    expect(callIn('{"jsonrpc":"2.0","method":"a","id":1}').params.value).toBeUndefined();
    expect(callIn('{"jsonrpc":"2.0","method":"a","id":1,"params":null}').params.value).toBeNull();
  });

  it('accepts nesting up to the limit', () => {
    expect(callIn(`{"jsonrpc":"2.0","method":"a","params":${'['.repeat(7)}${']'.repeat(7)}}`).method).toBe(
      'a',
    );
  });

  it('accepts as many JSON values as the limit', () => {
    const params = `[${'0,'.repeat(44)}0]`;
    expect(callIn(`{"jsonrpc":"2.0","method":"a","id":1,"params":${params}}`).method).toBe('a');
  });

  it('accepts a call as long as the largest body', () => {
    const id = `"${'x'.repeat(2_000_000)}"`;
    expect(callIn(`{"jsonrpc":"2.0","method":"a","id":${id}}`).id).toBe(id);
  });
});

function paramsOf(params: string): Params {
  return callIn(`{"jsonrpc":"2.0","method":"a","params":${params}}`).params;
}

describe('the source of a param', () => {
  const cases: [params: string, source: string | undefined][] = [
    ['{"height":1.0}', '1.0'],
    ['{"height":18446744073709551616}', '18446744073709551616'],
    ['{ "height" : -0 }', '-0'],
    ['{"\\u0068eight":7}', '7'],
    ['{"a":{"height":1}}', undefined],
    ['{}', undefined],
    ['["height"]', undefined],
    ['"height"', undefined],
    ['null', undefined],
    ['{"a":1,"a":2,"height":3}', '3'],
  ];

  it.each(cases)('in %s is %j', (params, source) => {
    expect(paramsOf(params).source('height')).toBe(source);
  });

  it.each(['{"height":1,"height":1}', '{"a":1,"a":2,"height":1,"\\u0068eight":2}'])(
    'is rejected as a duplicate in %s',
    (params) => {
      expect(() => paramsOf(params).source('height')).toThrow('params/height is given twice');
    },
  );
});

describe('readRequest of a batch', () => {
  it('returns its calls in order, each with its own errors', () => {
    const { isBatch, calls } = read(' [ {"jsonrpc":"2.0","method":"a","id":1.0} , 5 , {"id":"x"} ] ');
    expect(isBatch).toBe(true);
    expect(calls).toMatchObject([
      { method: 'a', id: '1.0' },
      { error: { code: -32600, data: { reason: 'not-an-object', found: 5 } }, id: 'null' },
      { error: { code: -32600, data: { reason: 'invalid-version' } }, id: '"x"' },
    ]);
  });

  it('rejects nested batches', () => {
    const { isBatch, calls } = read('[[{"jsonrpc":"2.0","method":"a","id":1}],[]]');
    expect(isBatch).toBe(true);
    expect(calls).toMatchObject([
      { error: { code: -32600, data: { found: 'an array of 1' } }, id: 'null' },
      { error: { code: -32600, data: { found: 'an array of 0' } }, id: 'null' },
    ]);
  });

  it('does not read an array as the members of a call', () => {
    expect(readRequest('["2.0","getStatus",null,1]', { ...LIMITS, maxBatchCalls: 4 }).calls).toMatchObject([
      { error: { code: -32600 } },
      { error: { code: -32600 } },
      { error: { code: -32600 } },
      { error: { code: -32600 } },
    ]);
  });

  it('accepts as many calls as the limit', () => {
    expect(read('[1,2,3]').calls).toHaveLength(3);
  });
});

describe('readRequest of a call with white space in front', () => {
  const id = fc.constantFrom(
    '1',
    '0',
    '01',
    '-1',
    '1.0',
    '9007199254740993',
    '"a-1"',
    '"\\u0061"',
    '"',
    'null',
    '{}',
  );
  const method = fc.constantFrom('"a"', '"a.b"', '"\\u0061"', '""', '1');
  const value = fc.constantFrom(
    '1',
    '1.0',
    '01',
    '"x"',
    '"\\""',
    '"}"',
    '"],\\"id\\":1"',
    '{}',
    '[1]',
    'null',
    '',
  );
  const name = fc.constantFrom('"height"', '"x"', '"__proto__"', '"\\u0078"');
  const params = fc
    .array(fc.tuple(name, value), { maxLength: 3 })
    .map((members) => `{${members.map(([key, one]) => `${key}:${one}`).join()}}`);
  const member = fc.oneof(
    id.map((one) => `"id":${one}`),
    method.map((one) => `"method":${one}`),
    params.map((one) => `"params":${one}`),
    fc.constant('"jsonrpc":"2.0"'),
  );
  const ordinary = fc
    .tuple(id, method, params, fc.boolean())
    .map(([anId, aMethod, some, isFirst]) =>
      isFirst
        ? `{"jsonrpc":"2.0","id":${anId},"method":${aMethod},"params":${some}}`
        : `{"jsonrpc":"2.0","method":${aMethod},"params":${some},"id":${anId}}`,
    );
  const anyOrder = fc.array(member, { maxLength: 5 }).map((members) => `{"jsonrpc":"2.0",${members.join()}}`);

  it('finds the same as without', () => {
    fc.assert(
      fc.property(fc.oneof(ordinary, anyOrder), (text) => {
        expect(described(text)).toEqual(described(` ${text}`));
      }),
      { numRuns: 3000 },
    );
  });
});
