import type { PlatformDoor } from './platform-door.js';
import type { Naming, PlatformNames } from './platform-names.js';

/** What the flags of `dapikit platform` say. */
export interface PlatformFlags extends Naming {
  readonly by: string;
  readonly where: string | undefined;
  readonly orderBy: string | undefined;
  readonly groupBy: string | undefined;
  readonly property: string | undefined;
  readonly limit: number | undefined;
  readonly startAfter: string | undefined;
  readonly price: string | undefined;
  readonly masternode: string | undefined;
  readonly credits: string | undefined;
}

/** What an action works with. */
export interface PlatformWork {
  readonly door: PlatformDoor;
  readonly flags: PlatformFlags;
  readonly names: PlatformNames;
  readonly operands: readonly string[];
}
