import { describe, expect, it } from 'vitest';
import {
  describeOptions,
  integer,
  oneOf,
  option,
  readCommandLine,
  text,
  toggle,
  UsageError,
} from './option.js';

const options = {
  port: {
    flag: 'port',
    env: 'PORT',
    value: 'number',
    about: 'where',
    default: 3000,
    read: integer(0, 65_535),
  },
  level: { flag: 'level', value: 'word', about: 'how much', default: 'low', read: oneOf(['low', 'high']) },
  folder: { flag: 'folder', env: 'FOLDER', value: 'path', about: 'in which', default: undefined, read: text },
  loud: { flag: 'loud', env: 'LOUD', about: 'be loud', default: false, read: toggle },
} as const;

const bare = {
  studio: {
    flag: 'studio',
    value: 'true|false',
    bare: 'true',
    about: 'with a page',
    default: false,
    read: toggle,
  },
  loud: options.loud,
} as const;

describe('readCommandLine', () => {
  it.each([
    [[], {}, { port: 3000, level: 'low', folder: undefined, loud: false }],
    [['--port', '1', '--loud'], { PORT: '2' }, { port: 1, level: 'low', folder: undefined, loud: true }],
    [
      ['--level=high'],
      { PORT: '2', FOLDER: 'x', LOUD: '1' },
      { port: 2, level: 'high', folder: 'x', loud: true },
    ],
    [[], { PORT: '', LOUD: 'false' }, { port: 3000, level: 'low', folder: undefined, loud: false }],
  ])('reads %j with the environment %j', (args, env, values) => {
    expect(readCommandLine(options, 0, args, env)).toEqual({ values, operands: [] });
  });

  it.each([
    [['--port', '-1'], {}, '--port: expected a whole number from 0 to 65535, found "-1"'],
    [['--port', '1.5'], {}, '--port: expected a whole number from 0 to 65535, found "1.5"'],
    [[], { PORT: 'http' }, 'PORT: expected a whole number from 0 to 65535, found "http"'],
    [['--level', 'middle'], {}, '--level: expected one of low, high, found "middle"'],
    [[], { LOUD: 'yes' }, 'LOUD: expected true or false, found "yes"'],
    [['-5m'], {}, '"-5m" is negative: use a positive value'],
    [['--unknown'], {}, 'unknown option --unknown'],
    [['--prot', '1'], {}, 'unknown option --prot'],
    [['surplus'], {}, 'unexpected argument "surplus": only options are allowed'],
    [['--port'], {}, '--port needs a value: <number>'],
    [['--port', '--loud'], {}, '--port needs a value: <number>, found "--loud"'],
    [['--port', '1', '-1'], {}, '"-1" is negative: use a positive value'],
    [['--loud=x'], {}, '--loud takes no value'],
    [['--port', '1', '--port=2'], {}, '--port has one value, and is written 2 times: write it once'],
    [['--level=low', '--level=low'], {}, '--level has one value, and is written 2 times: write it once'],
  ])('rejects %j with the environment %j', (args, env, message) => {
    expect(() => readCommandLine(options, 0, args, env)).toThrow(UsageError);
    expect(() => readCommandLine(options, 0, args, env)).toThrow(message);
  });

  it('reads a switch that is repeated as one', () => {
    expect(readCommandLine(options, 0, ['--loud', '--loud'], {}).values.loud).toBe(true);
  });

  it('gives an option the negative number behind it, as it judges the value', () => {
    const any = { ...options, folder: { ...options.folder, short: 'f' } };
    expect(readCommandLine(any, 0, ['--folder', '-1'], {}).values.folder).toBe('-1');
    expect(readCommandLine(any, 0, ['-f', '-.5', '--loud'], {}).values).toMatchObject({
      folder: '-.5',
      loud: true,
    });
    expect(readCommandLine(any, 3, ['--', '--folder', '-1'], {}).operands).toEqual(['--folder', '-1']);
  });

  it('joins the values of a flag that is repeated where it is a list', () => {
    const lists = { ...options, folder: { ...options.folder, separator: ',' as const } };
    const { values } = readCommandLine(lists, 0, ['--folder', 'a', '--port', '1', '--folder', 'b,c'], {});
    expect(values).toMatchObject({ folder: 'a,b,c', port: 1 });
    expect(describeOptions(lists)).toContain('; may be repeated');
  });

  it('accepts as many operands as the command allows, anywhere', () => {
    const { operands, values } = readCommandLine(options, 3, ['a', '--port', '1', '-', '--', '--b'], {});
    expect(operands).toEqual(['a', '-', '--b']);
    expect(values.port).toBe(1);
    expect(() => readCommandLine(options, 1, ['a', 'b'], {})).toThrow(
      'unexpected argument "b": at most 1 is allowed',
    );
  });
});

describe('a boolean setting as a flag', () => {
  it.each([
    [['--studio'], 0, true, []],
    [['--studio', '--loud'], 0, true, []],
    [['--studio', 'false'], 0, false, []],
    [['--studio=false'], 0, false, []],
    [['--studio', 'a.yaml'], 1, true, ['a.yaml']],
    [['--', '--studio'], 1, false, ['--studio']],
  ])('of %j with at most %i operands is %s', (args, maxOperands, studio, operands) => {
    const line = readCommandLine(bare, maxOperands, args, {});
    expect([line.values.studio, line.operands]).toEqual([studio, operands]);
  });

  it.each([
    ['yes', 0],
    ['off', 1],
  ])('rejects %s with at most %i operands', (word, maxOperands) => {
    expect(() => readCommandLine(bare, maxOperands, ['--studio', word], {})).toThrow(
      `--studio: expected true or false, found "${word}"`,
    );
  });

  it('shows in the help that the value can be left out', () => {
    expect(describeOptions(bare)).toContain('--studio [true|false]');
  });
});

describe('describeOptions', () => {
  it('lists each option with its default and variable', () => {
    expect(describeOptions(options).split('\n')).toEqual([
      '  --port <number>  where (default 3000) [env PORT]',
      '  --level <word>   how much (default low)',
      '  --folder <path>  in which [env FOLDER]',
      '  --loud           be loud [env LOUD]',
    ]);
  });

  it('shows no default that is empty', () => {
    const empty = option({ flag: 'out', value: 'folder', about: 'where', default: '', read: text });
    expect(describeOptions({ empty })).toBe('  --out <folder>  where');
  });

  it('wraps lines at 100 columns and puts the text of a long flag below it', () => {
    const about = 'word '.repeat(40).trim();
    const flag = 'a-flag-with-a-very-long-name-indeed';
    const lines = describeOptions({ ...options, long: { ...options.loud, flag, about } }).split('\n');
    expect(lines[4]).toBe(`  --${flag}`);
    expect(lines.slice(5).join(' ').replaceAll(/ +/g, ' ').trim()).toBe(`${about} [env LOUD]`);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});
