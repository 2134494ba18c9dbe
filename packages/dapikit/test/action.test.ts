import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { VALID } from './run-dapikit.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const INPUTS = { FILES: '*.json', NETWORK: 'false', PROTOCOL: '', AGAINST: '', SARIF: 'false' };

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Step {
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** A repository with a contract on main, where the action runs. */
function repository(contract: string): {
  git: (...args: string[]) => void;
  write: (text: string, file?: string) => void;
  run: (
    step: string,
    inputs?: Partial<typeof INPUTS>,
  ) => { status: number | null; stdout: string; output: string };
} {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-action-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (text: string, file = 'note.json'): void => writeFileSync(join(folder, file), text);
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const run = (step: string, inputs: Partial<typeof INPUTS> = {}) => {
    const output = join(folder, 'github-output');
    writeFileSync(output, '');
    const { status, stdout } = spawnSync('bash', [join(ROOT, `scripts/action/${step}.sh`)], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GITHUB_OUTPUT: output, RUNNER_TEMP: folder, ...INPUTS, ...inputs },
    });
    return { status, stdout, output: readFileSync(output, 'utf8') };
  };
  git('init', '-b', 'main');
  write(contract);
  git('add', '.');
  git('commit', '-m', 'one');
  git('checkout', '-b', 'change');
  return { git, write, run };
}

describe('the action', () => {
  it('annotates errors and fails', () => {
    const { run } = repository('{"note": {}}');
    const { status, stdout } = run('check');
    expect(status).toBe(1);
    expect(stdout).toContain('::error file=note.json,line=1');
  });

  it('checks and compares the files of each line', () => {
    const { git, run, write } = repository(VALID);
    const FILES = 'note.json\nother.json\n';
    write(VALID, 'other.json');
    git('add', '.');
    git('commit', '-m', 'two');
    write('{"note": {}}', 'other.json');
    expect(run('check', { FILES }).stdout).toContain('::error file=other.json,line=1');
    write(VALID.replace('"maxLength":63', '"maxLength":62'), 'other.json');
    expect(run('compare', { FILES, AGAINST: 'HEAD' }).stdout).toContain('::error file=other.json');
  });

  it('accepts a valid contract, and writes SARIF where it is wanted', () => {
    const { run } = repository(VALID);
    const { status, output } = run('check', { SARIF: 'true' });
    expect(status).toBe(0);
    const [, file = ''] = /^sarif=(.*)$/m.exec(output) ?? [];
    expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe('2.1.0');
  });

  it('compares a contract that changed with the one of the base, and no other', () => {
    const { run, write } = repository(VALID);
    expect(run('compare', { AGAINST: 'main' })).toMatchObject({ status: 0, stdout: '' });
    write(VALID.replace('"maxLength":63', '"maxLength":62'));
    const { status, stdout } = run('compare', { AGAINST: 'main' });
    expect(status).toBe(1);
    expect(stdout).toContain('::error file=note.json');
    expect(run('compare', { AGAINST: '' })).toMatchObject({ status: 0, stdout: '' });
  });

  it('and the workflows are valid by the schemas of GitHub', () => {
    expect(validateAction(read('action.yml')).errors).toEqual([]);
    for (const name of readdirSync(join(ROOT, '.github/workflows')))
      expect(validateWorkflow(read(`.github/workflows/${name}`)).errors).toEqual([]);
    expect(validateWorkflow('on: push\njobs:\n  a:\n    runs: x').errors).not.toEqual([]);
  });

  it('gives each step the inputs that its script reads', () => {
    const { inputs, runs }: Action = parse(read('action.yml'));
    const scripts = runs.steps.filter(({ run }) => run?.includes('.sh'));
    expect(scripts).toHaveLength(2);
    for (const { env = {}, run = '' } of scripts) {
      const [, name = ''] = /scripts\/action\/(\w+)\.sh/.exec(run) ?? [];
      const used = read(`scripts/action/${name}.sh`).matchAll(
        /\$\{?(FILES|NETWORK|PROTOCOL|SARIF|AGAINST)\b/g,
      );
      expect(new Set(Object.keys(env))).toEqual(new Set(Array.from(used, ([, variable]) => variable)));
      const named = Object.values(env).flatMap((text) =>
        Array.from(text.matchAll(/inputs\.(\w+)/g), ([, input]) => input!),
      );
      expect(named.filter((input) => inputs[input] === undefined)).toEqual([]);
    }
  });
});
