/** Lists the reasons of errors that are this platform's own, each with its meaning; consensus errors and query errors have the network's names. */
export const PLATFORM_REASONS = {
  'aggregate-overflow': 'A count or sum would exceed the integers of the network: 64 bits.',
  'damaged-aggregate':
    'A stored count or sum contradicts the documents: the store is damaged. Import an export of the state.',
  'invalid-export': 'The file is no export of a state, or is damaged.',
  'invalid-input': 'The input is no transition or query at all: the network would never see it.',
  'known-transition': 'The state transition was sent before. Wait for its result.',
  'malformed-document': 'The data has values that no document of the type can store.',
  'newer-protocol':
    'Another program has brought the state of the store to a newer protocol. Open the store at that protocol.',
  'no-feed': 'This platform keeps no blocks for subscriptions: the setting platform-feed-blocks is 0.',
  'proofs-unavailable': 'This platform creates no proofs: they are off, or no quorum signs its state.',
  'unknown-snapshot': 'The snapshot was never taken, or a revert removed it.',
  'unpublished-form':
    'The bytes of what is wanted are not published: it has a form of a preview. Read it through the unsigned interface.',
  'unreadable-document':
    'A stored document does not match its type: an update of the contract changed how it is read.',
  'unsupported-transition': 'The local platform does not execute transitions of this kind.',
} as const satisfies Readonly<Record<string, string>>;
