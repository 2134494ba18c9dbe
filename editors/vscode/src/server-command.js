/**
 * Returns the command line that starts the language server.
 *
 * @param {{ command: readonly string[], protocol?: number | null, baseline?: string, docsUrl?: string }} settings
 * @returns {{ command: string, args: string[] }}
 * @throws {Error} where the settings name no program.
 */
export function serverCommand({ command, protocol, baseline, docsUrl }) {
  const [program, ...first] = command;
  if (program === undefined || program === '')
    throw new Error('dapikit.command names no program: write ["npx", "--no-install", "dapikit"]');
  const options = [
    ['--protocol', protocol],
    ['--baseline', baseline],
    ['--docs-url', docsUrl],
  ].flatMap(([flag, value]) =>
    value === undefined || value === null || value === '' ? [] : [flag, String(value)],
  );
  return { command: program, args: [...first, 'lsp', ...options] };
}
