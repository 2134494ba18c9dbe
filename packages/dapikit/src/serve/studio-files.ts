import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStudioFiles, type StudioFile } from '@dapikit/gateway';
import type { Logger } from 'pino';

/** Reads the page of `@dapikit/studio`; `undefined`, and a log line, where it was not built. */
export async function studioFiles(log: Logger): Promise<readonly StudioFile[] | undefined> {
  try {
    const page = fileURLToPath(import.meta.resolve('@dapikit/studio/page/index.html'));
    return await readStudioFiles(dirname(page));
  } catch (error) {
    log.warn({ err: error }, 'studio not served: not built');
    return undefined;
  }
}
