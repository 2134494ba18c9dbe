import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const CONTRACT =
  '{"note":{"type":"object","properties":{"text":{"type":"string","maxLength":63,"position":0}},"additionalProperties":false}}';
const REPORT = '0 errors, 0 warnings in 1 file';

describe('`dapikit check` with the code that an earlier start compiled', () => {
  let bundle: string;

  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'compiled-check-'));
    bundle = join(folder, 'bundle');
    for (const part of ['package.json', 'bin', 'bundle/check.cjs'])
      cpSync(join(PACKAGE, part), join(folder, part), { recursive: true });
    check();
  });

  function check(operand = '-'): string {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(bundle, '..', 'bin', 'dapikit.cjs'), 'check', operand],
      { input: CONTRACT, encoding: 'utf8' },
    );
    return stdout + stderr;
  }

  /** Returns the path of the kept code, which is the only file beside the script. */
  function keptCode(): string {
    const [name, ...others] = readdirSync(bundle).filter((file) => file !== 'check.cjs');
    if (name === undefined || others.length > 0)
      throw new Error(`beside the script: ${String(readdirSync(bundle))}`);
    return join(bundle, name);
  }

  it('keeps the code at the first start, and uses it at the second', () => {
    const { ino } = statSync(keptCode());
    expect(check()).toContain(REPORT);
    expect(statSync(keptCode()).ino).toBe(ino);
  });

  it('compiles a script that has changed, also where its length has not', () => {
    const script = join(bundle, 'check.cjs');
    const text = readFileSync(script, 'latin1');
    writeFileSync(script, text.replaceAll('the network at protocol', 'the NETWORK at protocol'), 'latin1');
    expect(check()).toContain('the NETWORK at protocol');
    expect(statSync(script).size).toBe(text.length);
  });

  it('compiles again where a bit of the kept code is wrong or its end is missing', () => {
    const whole = readFileSync(keptCode());
    const altered = Buffer.from(whole).fill(0, 5000, 5100);
    for (const damaged of [altered, whole.subarray(0, 3), Buffer.alloc(whole.length)]) {
      writeFileSync(keptCode(), damaged);
      expect(check()).toContain(REPORT);
      expect(readFileSync(keptCode()).length).toBeGreaterThan(whole.length / 2);
    }
  });

  it.each(['--help', 'missing.json'])(
    'keeps nothing of a run with %s, which checks no contract',
    (operand) => {
      rmSync(keptCode());
      check(operand);
      expect(readdirSync(bundle)).toEqual(['check.cjs']);
    },
  );

  it('runs where nothing can be kept, and leaves nothing behind', () => {
    const path = keptCode();
    rmSync(path);
    mkdirSync(join(path, 'taken'), { recursive: true });
    expect(check()).toContain(REPORT);
    expect(keptCode()).toBe(path);
  });
});
