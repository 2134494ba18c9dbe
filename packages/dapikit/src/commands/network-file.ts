import { Mismatch } from '@dapikit/gateway';
import { writeCheckpoint, type Checkpoint } from '@dapikit/light-client';
import { option, UsageError } from '../program/option.js';
import { readPeerUrls } from '../settings/server-urls.js';

/** Gives the peers of a network file. */
export const peersOption = option<readonly string[] | undefined>({
  flag: 'peers',
  value: 'urls',
  about:
    'create: write a network file, which serve --network reads: the checkpoint with the URLs of evonodes or of a local network, separated by spaces',
  default: undefined,
  read: (value, name) => {
    const urls = readPeerUrls(value);
    if (!(urls instanceof Mismatch)) return urls;
    const { message, found } = urls.details;
    throw new UsageError(`${name}: ${message ?? `expected URLs of http or https, found ${found}`}`);
  },
});

/** Returns the text of a network file: what begins a network, and who is asked first. */
export const networkFile = (checkpoint: Checkpoint, peers: readonly string[]): string =>
  `${JSON.stringify({ peers, checkpoint: JSON.parse(writeCheckpoint(checkpoint)) as unknown }, undefined, 2)}\n`;
