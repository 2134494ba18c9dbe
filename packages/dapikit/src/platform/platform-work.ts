import type { KnownAliases } from './known-aliases.js';
import type { PlatformEndpoint } from './platform-client.js';
import type { Naming, PlatformNames } from './platform-names.js';

/** Lists the options of `dapikit platform` for actions. */
export interface PlatformFlags extends Naming {
  /** An id, an alias, or the name that an identity was created with. */
  readonly by: string;
  /** The alias of a contract that is registered. */
  readonly as: string | undefined;
  readonly where: string | undefined;
  readonly orderBy: string | undefined;
  readonly groupBy: string | undefined;
  readonly property: string | undefined;
  readonly limit: number | undefined;
  readonly startAfter: string | undefined;
  readonly price: string | undefined;
  readonly masternode: string | undefined;
  readonly credits: string | undefined;
  /** The place of the token in its contract. */
  readonly position: number;
  /** True if the tokens and the fee that an action costs are paid. */
  readonly pay: boolean;
  /** The reason of a moderator. */
  readonly reason: string | undefined;
  /** End of a suspension. */
  readonly until: string | undefined;
  /** The window of an index that is read. */
  readonly window: string | undefined;
  /** The folder of a platform that runs in this process. */
  readonly data: string | undefined;
}

/** Lists the input of an action. */
export interface PlatformWork {
  readonly endpoint: PlatformEndpoint;
  readonly flags: PlatformFlags;
  readonly names: PlatformNames;
  readonly aliases: KnownAliases;
  /** Writes a line for people beside the result. */
  readonly note: (line: string) => void;
  readonly operands: readonly string[];
}
