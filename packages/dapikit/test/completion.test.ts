import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { COMMANDS } from '../src/command-table.js';
import { callDapikit } from './run-dapikit.js';

/** Returns what bash completes at the end of a line. */
async function completionsOf(line: readonly string[]): Promise<string[]> {
  const { stdout: script } = await callDapikit(['completion', 'bash']);
  const words = line.map((word) => `'${word}'`).join(' ');
  const { stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc'], {
    input: `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length - 1}; _dapikit; printf '%s\\n' "\${COMPREPLY[@]}"`,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((one) => one !== '');
}

it('bash completes commands, actions and options', async () => {
  expect(await completionsOf(['dapikit', ''])).toEqual([...COMMANDS.keys(), '--help', '--version']);
  expect(await completionsOf(['dapikit', 'ex'])).toEqual(['explain']);
  expect(await completionsOf(['dapikit', 'platform', 're'])).toEqual([
    'register',
    'replace',
    'remove',
    'restore',
    'removals',
    'rejections',
  ]);
  expect(await completionsOf(['dapikit', 'dev', '--platform-s'])).toEqual(['--platform-store']);
  // Others are files, which bash completes itself.
  expect(await completionsOf(['dapikit', 'check', 'con'])).toEqual([]);
});

it('the help describes each command as the command describes itself', async () => {
  const own = [...COMMANDS].map(async ([name, entry]) => [name, (await entry.load()).about]);
  expect([...COMMANDS].map(([name, { about }]) => [name, about])).toEqual(await Promise.all(own));
});

it.each(['zsh', 'fish'])('the script for %s has each command with its actions and options', async (shell) => {
  const { code, stdout } = await callDapikit(['completion', shell]);
  expect(code).toBe(0);
  for (const name of COMMANDS.keys()) expect(stdout).toContain(name);
  for (const word of ['rejections', 'platform-store', 'against']) expect(stdout).toContain(word);
  // A quote in a description would end it.
  for (const line of stdout.split('\n')) expect([line, line.split("'").length % 2]).toEqual([line, 1]);
  expect(stdout).not.toMatch(/[`]/);
});

it('names the shells that there are', async () => {
  const { code, stderr } = await callDapikit(['completion', 'zhs']);
  expect(code).toBe(2);
  expect(stderr).toContain('expected a shell: bash, zsh, fish; did you mean zsh?');
});
