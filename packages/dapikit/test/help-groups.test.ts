import { expect, it } from 'vitest';
import { devGroups, devOptions } from '../src/commands/dev-options.js';
import { callDapikit } from './run-dapikit.js';

const flagsOf = (text: string): string[] =>
  Array.from(text.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm), ([, flag]) => flag!);

it('dapikit dev --help shows the flags of developers in groups, and --help-all every flag once', async () => {
  const { stdout: few } = await callDapikit(['dev', '--help']);
  const grouped = devGroups.flatMap(({ flags }) => flags);
  expect(flagsOf(few)).toEqual(grouped);
  expect(few).toContain('--help-all');
  const { stdout: all } = await callDapikit(['dev', '--help-all']);
  expect(flagsOf(all).toSorted()).toEqual(
    Object.values(devOptions)
      .map(({ flag }) => flag)
      .toSorted(),
  );
});
