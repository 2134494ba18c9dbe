import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import type { Compression } from '@connectrpc/connect/protocol';

/** Lists the compressions of requests and responses, the preferred one first. */
export const COMPRESSIONS: Compression[] = [compressionGzip, compressionBrotli];

/** Returns the compression of a response by its header; `undefined` for no header, and for one without compression. */
export const compressionNamed = (name: string | null): Compression | undefined =>
  COMPRESSIONS.find((compression) => compression.name === name);
