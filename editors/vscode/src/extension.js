import { commands, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { serverCommand } from './server-command.js';

const SECTION = 'dapikit';

let client;

/** Starts the language server for the contracts of the workspace, and again when a setting changes. */
export async function activate({ subscriptions }) {
  subscriptions.push(
    commands.registerCommand('dapikit.restart', restart),
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration(SECTION)) await restart();
    }),
  );
  await start();
}

/** Ends the language server. */
export async function deactivate() {
  const ending = client;
  client = undefined;
  await ending?.stop();
}

async function restart() {
  await deactivate();
  await start();
}

async function start() {
  const settings = workspace.getConfiguration(SECTION);
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  try {
    const { command, args } = serverCommand({
      command: settings.get('command'),
      protocol: settings.get('protocol'),
      baseline: settings.get('baseline'),
      docsUrl: settings.get('docsUrl'),
    });
    // npm installs programs as scripts of the shell on Windows.
    const options = { cwd: folder, shell: process.platform === 'win32' };
    const documentSelector = settings.get('files').map((pattern) => ({ language: 'json', pattern }));
    client = new LanguageClient(SECTION, 'dapikit', { command, args, options }, { documentSelector });
    await client.start();
  } catch (error) {
    client = undefined;
    await window.showErrorMessage(
      `dapikit does not start: ${error.message}. Install it in the workspace, or set dapikit.command.`,
    );
  }
}
