import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url);

it('the example of a moderated market breaks each of its rules with the number in the guide', async () => {
  const example = fileURLToPath(new URL('examples/moderated-market.mjs', ROOT));
  // A run of node:test inside of another one reports to that one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', example], { env });
  expect(stdout).toMatch(/^# fail 0$/m);
  const tested = new Set(
    [...readFileSync(example, 'utf8').matchAll(/rejects\((\d+_\d+)/g)].map(([, code = '']) =>
      code.replace('_', ''),
    ),
  );
  const page = readFileSync(new URL('docs/how-to/try-protocol-14.md', ROOT), 'utf8');
  const named = [...page.matchAll(/^\| .* \| .* \| ([\d, ]+) \|$/gm)].flatMap(([, codes = '']) =>
    codes.split(', '),
  );
  // The rest has tests of its own: a generated value that differs, and a change of what has expired.
  expect(named.filter((code) => !tested.has(code))).toEqual(['10424', '40140']);
  expect(named.length).toBeGreaterThan(9);
}, 60_000);
