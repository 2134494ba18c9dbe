import { PlatformError } from './platform-error.js';

/** Rejects a block of a platform whose store another one has brought to a newer protocol. */
export class NewerProtocolError extends PlatformError {
  override readonly name = 'NewerProtocolError';
  readonly reason = 'newer-protocol';

  constructor(own: number, activated: number) {
    super(`the state is at protocol ${activated}, after protocol ${own}`, {
      expected: `the state of a platform at protocol ${own}`,
      found: `protocol ${activated}`,
      fix: `open the store at protocol ${activated}`,
    });
  }
}
