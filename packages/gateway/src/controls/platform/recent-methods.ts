import { hash, optional, wholeNumber } from '../../base/params/param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const PAGE = {
  before: optional(wholeNumber('only those with a lower `number`', 1, Number.MAX_SAFE_INTEGER)),
  limit: optional(wholeNumber('of transitions; 100 by default', 1, 100)),
};

const KEPT =
  'kept in memory since the start of this process, by `dapikit dev`, and by `dapikit serve` with the setting `record-transitions`; otherwise `isRecording` is false.';

const reserved = { use: 'inspect', why: 'shows what other users sent' } as const;

/** Lists the methods of what happened lately. */
export const recentMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'listRejections',
    summary: 'Lists rejected transitions',
    description: `The newest first, signed ones and unsigned calls: the last 1,000, at most 16 MB, ${KEPT} Each has its decoded content, and its \`rejection\`: consensus number, name, message, fix, and whether the signer paid. \`nextBefore\` is the \`before\` of the next page.`,
    isWrite: false,
    reserved,
    params: PAGE,
    result: { type: 'object', required: ['isRecording', 'rejections'] },
    example: () => ({ limit: 1 }),
  }),
  definePlatformMethod({
    name: 'listUnsignedTransitions',
    summary: 'Lists executed unsigned calls',
    description: `The newest first, such as \`createDocument\`: the last 1,000, at most 16 MB, ${KEPT} A revert drops those that it undoes. \`nextBefore\` is the \`before\` of the next page.`,
    isWrite: false,
    reserved,
    params: PAGE,
    result: { type: 'object', required: ['isRecording', 'transitions'] },
    example: () => ({ limit: 1 }),
  }),
  definePlatformMethod({
    name: 'getTransitionTrace',
    summary: 'Returns the recorded steps of a signed state transition',
    description: `Each step that was checked or executed, what it read and wrote, and its fee in credits, of the last 1,000 signed transitions, executed or rejected, at most 16 MB together, ${KEPT} \`trace\` is absent where none is kept. A revert keeps traces; of transitions with equal bytes the newest is returned. Unsigned calls have no traces.`,
    isWrite: false,
    cost: 5,
    reserved,
    params: { id: hash('SHA-256 of its bytes') },
    result: { type: 'object', required: ['isRecording'] },
    example: ({ transitionId: id }) => ({ id }),
  }),
  definePlatformMethod({
    name: 'getFeeReport',
    summary: 'Returns the fees of all transitions by what they do',
    description: `Document type or token, action, number of transitions, lowest, average and highest fee in credits, ${KEPT} A revert does not change it.`,
    isWrite: false,
    reserved,
    params: {},
    result: { type: 'object', required: ['isRecording', 'rows'] },
  }),
];
