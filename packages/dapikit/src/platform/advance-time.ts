import type { PlatformEndpoint } from './platform-client.js';
import { membersOf, type Members } from './members.js';

/**
 * Advances time, and reads how each contest ended.
 *
 * @returns the blocks that were made, each with its `contests`: the state of those in `ended`, or their ids alone where more ended
 *   than the platform lists at once.
 */
export async function advanceTime(endpoint: PlatformEndpoint, milliseconds: number): Promise<unknown> {
  const running = await runningPolls(endpoint);
  const blocks = list(await endpoint.call('advanceTime', { milliseconds }));
  if (blocks.every((block) => list(membersOf(block)['ended']).length === 0)) return blocks;
  const states = new Map<unknown, Members>();
  for (const poll of running) {
    const { contractId, documentTypeName: documentType, indexName, indexValues } = poll;
    const asked = { contractId, documentType, indexName, indexValues, resultType: 'voteTally' };
    const state = membersOf(await endpoint.call('getVoteState', asked));
    states.set(state['pollId'], { ...poll, ...state });
  }
  return blocks.map((one) => {
    const block = membersOf(one);
    return { ...block, contests: list(block['ended']).map((pollId) => states.get(pollId) ?? { pollId }) };
  });
}

async function runningPolls(endpoint: PlatformEndpoint): Promise<readonly Members[]> {
  const ends = list(await endpoint.call('getVotePollsByEndDate'));
  return ends.flatMap((end) => list(membersOf(end)['votePolls']).map((poll) => membersOf(poll)));
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
