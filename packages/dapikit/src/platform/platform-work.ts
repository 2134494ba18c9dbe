import type { PlatformEndpoint } from './platform-client.js';
import type { Naming, PlatformNames } from './platform-names.js';

/** Lists the options of `dapikit platform` for actions. */
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

/** Lists the input of an action. */
export interface PlatformWork {
  readonly endpoint: PlatformEndpoint;
  readonly flags: PlatformFlags;
  readonly names: PlatformNames;
  readonly operands: readonly string[];
}
