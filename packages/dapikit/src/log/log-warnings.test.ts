import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('logWarnings writes a process warning as one log line', () => {
  const folder = fileURLToPath(new URL('../../dist/log/', import.meta.url));
  const program = `
    import { createLog } from ${JSON.stringify(`${folder}create-log.js`)};
    import { logWarnings } from ${JSON.stringify(`${folder}log-warnings.js`)};
    logWarnings(createLog('info', 'json', 1));
    process.emitWarning('too many', 'MaxListenersExceededWarning');`;
  const output = execFileSync('/bin/sh', [
    '-c',
    '"$0" --input-type=module -e "$1" 2>&1',
    process.execPath,
    program,
  ]);
  expect(JSON.parse(output.toString())).toMatchObject({
    level: 40,
    msg: 'process warning',
    warning: 'MaxListenersExceededWarning',
    err: { message: 'too many' },
  });
});
