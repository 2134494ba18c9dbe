// Written by `dapikit generate`: a change here is lost at the next run.

import { ContractClient, type ConnectedSdk, type ContractOptions, type Documents, type Burnable, type Freezable, type Unfreezable, type Destroyable, type Pausable, type Priceable, type MintableTo, type Buyable, type Claimable, type ContractGroup, type InGroup, type Token } from '@dapikit/client';
import type { Identifier, Note, NoteDocument } from './documents.js';
import { REJECTIONS } from './rejections.js';
import { SHAPES } from './shapes.js';

export * from './documents.js';
export type { RejectionCode } from './rejections.js';

/** Documents of type "note". */
export interface NoteCollection {
  /** Returns a document by its id. */
  get(id: Identifier): Promise<NoteDocument | undefined>;
  /** Reads all documents in the order of their ids. */
  all(): Documents<NoteDocument>;
  /** Creates a document. */
  create(data: Note): Promise<NoteDocument>;
  /** Replaces properties; `null` removes one, and the others stay. */
  replace(document: NoteDocument, changes: { readonly [Name in keyof Note]?: Note[Name] | null }): Promise<NoteDocument>;
  /** Deletes a document. */
  delete(document: NoteDocument): Promise<void>;
}

/** The documents of the contract, and its tokens and groups. */
export interface Club {
  readonly note: NoteCollection;
  /** Tokens of the contract, with what its rules allow. */
  readonly $tokens: {
    readonly coin: Token & MintableTo & Burnable & Freezable & Unfreezable & Destroyable & Pausable & Priceable & Buyable & Claimable<'perpetual'>;
    readonly share: Token & Buyable & InGroup<MintableTo & Burnable & Freezable & Unfreezable & Destroyable & Pausable & Priceable>;
    readonly token2: Token & Burnable;
  };
  /** Groups of the contract by position. */
  readonly $groups: {
    readonly 0: ContractGroup;
  };
}

/**
 * Connects the documents of the contract with an SDK.
 * @param sdk an `EvoSDK` that is connected.
 */
export function createClub(sdk: ConnectedSdk, options: ContractOptions): Club {
  const client = new ContractClient(sdk, options, { protocolVersion: 13, rejections: REJECTIONS });
  return {
    note: client.documents<NoteCollection>(SHAPES["note"]),
    $tokens: {
      coin: client.token<Club['$tokens']['coin']>({
        position: 0,
        groups: {},
      }),
      share: client.token<Club['$tokens']['share']>({
        position: 1,
        groups: { mint: 0, burn: 0, freeze: 0, unfreeze: 0, destroyFrozen: 0, pause: 0, resume: 0, setPrice: 0 },
      }),
      token2: client.token<Club['$tokens']['token2']>({
        position: 2,
        groups: {},
      }),
    },
    $groups: {
      0: client.group(0),
    },
  };
}
