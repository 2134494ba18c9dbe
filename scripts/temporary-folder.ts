import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Short: paths of sockets have at most 107 bytes. */
const PREFIX = 'dapikit-tests-';

/** Gives a run of the tests a folder for temporary files, and removes it at the end: a test that fails may leave its own behind. */
export default function temporaryFolder(): (() => void) | undefined {
  // Each project of the run calls this.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
