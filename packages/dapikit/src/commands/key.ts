import { API_KEY_NAME, hashApiKey, makeApiKey } from '@dapikit/gateway';
import { command, EXIT } from '../program/command.js';
import { UsageError } from '../program/option.js';

/** Implements `dapikit key`: makes an API key, and the entry of it for the file that the gateway reads. */
export const key = command({
  name: 'key',
  about: 'create an API key for a client of the gateway',
  usage: '<name>',
  maxOperands: 1,
  options: {},
  examples: [['key wallet', 'print the key for the client and its entry for the gateway']],
  notes: [
    'The file given to `--api-keys` is a JSON array of these entries. With `"rateLimit": { "perMinute": 6000, "burst": 500 }` an ' +
      'entry has its own limit. Clients send `Authorization: Bearer <key>`, or `X-Api-Key: <key>`.',
    'The gateway stores only the SHA-256 of the key. The key itself is shown once.',
  ],
  async run(_, [name = ''], { stdout }) {
    if (!API_KEY_NAME.test(name))
      throw new UsageError(
        `expected a name of 1 to 64 letters, digits, dots and dashes, found ${JSON.stringify(name)}`,
      );
    const made = makeApiKey();
    stdout.write(`key:   ${made}\nentry: ${JSON.stringify({ name, hash: hashApiKey(made) })}\n`);
    return EXIT.fine;
  },
});
