import { toJson } from '@bufbuild/protobuf';
import { LimitedClient } from '../protobuf/limited-client.js';
import { ServerConnection } from '../protobuf/server-connection.js';
import { DRIVE_GET_STATUS } from './drive-protocol.js';
import { countOf, memberAt, textOf } from './loose-json.js';
import type { PlatformStatus } from './platform-status.js';

/** Describes Drive's part of the platform's status. */
export interface DriveStatus {
  readonly software: string | null;
  readonly protocol: PlatformStatus['version']['protocol']['drive'];
  readonly coreChainLockedHeight: number | null;
  readonly time: Omit<PlatformStatus['time'], 'local'>;
}

/** Calls Drive over gRPC. */
export interface DriveClient {
  /** Rejects when Drive gives no answer in time. */
  status(): Promise<DriveStatus>;
  /** Lets go of the connection. */
  close(): void;
}

const MAX_RESPONSE_BYTES = 1 << 20;
/** A status has some forty fields, in three levels. */
const LIMITS = { maxElements: 1000, maxDepth: 10 };

/**
 * Connects to Drive at the first request.
 * @param url such as `http://127.0.0.1:26670`
 * @param timeout of a call, in milliseconds
 */
export function driveClient(url: string, timeout: number): DriveClient {
  const connection = new ServerConnection(url);
  const client = new LimitedClient({
    connection,
    maxBytes: MAX_RESPONSE_BYTES,
    limits: LIMITS,
  });
  return {
    status: async () => {
      const message = await client.call(DRIVE_GET_STATUS, { v0: {} }, timeout);
      return readStatus(toJson(DRIVE_GET_STATUS.output, message));
    },
    close: () => connection.close(),
  };
}

const present = (value: unknown): number | null => (value === undefined ? null : countOf(value));

function readStatus(response: unknown): DriveStatus {
  const at = (...names: string[]): unknown => memberAt(response, 'v0', ...names);
  const drive = at('version', 'protocol', 'drive');
  return {
    software: textOf(at('version', 'software', 'drive')) || null,
    protocol:
      drive === undefined
        ? null
        : {
            latest: countOf(memberAt(drive, 'latest')),
            current: countOf(memberAt(drive, 'current')),
            nextEpoch: countOf(memberAt(drive, 'nextEpoch')),
          },
    coreChainLockedHeight: present(at('chain', 'coreChainLockedHeight')),
    time: {
      block: present(at('time', 'block')),
      genesis: present(at('time', 'genesis')),
      epoch: present(at('time', 'epoch')),
    },
  };
}
