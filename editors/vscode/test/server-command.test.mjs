import { describe, expect, it } from 'vitest';
import { serverCommand } from '../src/server-command.js';

describe('serverCommand', () => {
  it('starts the language server with the settings that are set', () => {
    const command = ['npx', '--no-install', 'dapikit'];
    expect(serverCommand({ command })).toEqual({ command: 'npx', args: ['--no-install', 'dapikit', 'lsp'] });
    expect(serverCommand({ command: ['dapikit'], protocol: 14, baseline: 'git:main', docsUrl: '' })).toEqual({
      command: 'dapikit',
      args: ['lsp', '--protocol', '14', '--baseline', 'git:main'],
    });
  });

  it.each([[[]], [['']]])('rejects %j, which names no program', (command) => {
    expect(() => serverCommand({ command })).toThrow('dapikit.command names no program');
  });
});
