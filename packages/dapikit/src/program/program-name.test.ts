import { expect, it } from 'vitest';
import { programName } from './program-name.js';

const LOCAL = 'file:///home/me/my%20app/node_modules/dapikit/bundle/main.js';
const STORED = 'file:///home/me/my%20app/node_modules/.pnpm/dapikit@1/node_modules/dapikit/bundle/main.js';
const GLOBAL = 'file:///usr/lib/node_modules/dapikit/bundle/main.js';
const CLONE = 'file:///home/me/clone/packages/dapikit/bundle/main.js';

it.each([
  ['the project has it, in an npm script', LOCAL, '/home/me/my app', 'network', 'npx dapikit'],
  ['the project has it', LOCAL, '/home/me/my app/src', undefined, 'npx dapikit'],
  ['the project has it in the store of pnpm', STORED, '/home/me/my app', undefined, 'npx dapikit'],
  ['another project has it', LOCAL, '/home/me/my app 2', undefined, 'dapikit'],
  ['it is installed globally', GLOBAL, '/home/me/my app', 'network', 'dapikit'],
  ['npx calls it', GLOBAL, '/home/me/my app', 'npx', 'npx dapikit'],
  ['npm start runs it in a clone', CLONE, '/home/me/clone', 'start', 'npx dapikit'],
  ['its file runs in a clone', CLONE, '/home/me/clone', undefined, 'dapikit'],
])('names the program as a shell calls it where %s', (_, moduleUrl, cwd, npmEvent, name) => {
  expect(programName(moduleUrl, cwd, npmEvent)).toBe(name);
});
