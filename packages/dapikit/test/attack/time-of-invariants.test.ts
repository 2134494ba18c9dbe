import { expect, it } from 'vitest';
import { INVARIANT_TOOLS } from '../../src/attack/invariant/invariant.js';
import { attackInvariants, type InvariantReport } from '../../src/attack/suite/attack-invariants.js';
import { inRoom } from './attack-fixture.js';
import { closedToken } from './closed-token.js';
import { tokenContract } from './token-contract.js';

/** Searches for a post, with a time of so many transitions. */
const searchedIn = async (contract: object, transitions: number): Promise<InvariantReport> =>
  inRoom(contract, async (room) => {
    const invariants = [INVARIANT_TOOLS.never('there is a post', (now) => now.count('post') > 0)];
    const end = room.performed + transitions;
    return attackInvariants(room, {
      invariants,
      seed: 1,
      file: 'contract.json',
      timeLeft: () => end - room.performed,
    });
  });

it('says of no invariant that it holds where no sequence was executed', async () => {
  const { findings, held, sequences, isCut } = await searchedIn(closedToken({}), 0);
  expect({ findings, held, sequences, isCut }).toEqual({ findings: [], held: [], sequences: 0, isCut: true });
});

it('breaks an invariant beside many tokens whose rules name nobody', async () => {
  const { findings, held, isCut } = await searchedIn(closedToken({}, undefined, 6), 600);
  expect(findings.map(({ code }) => code)).toEqual(['invariant-broken']);
  expect({ held, isCut }).toEqual({ held: [], isCut: false });
});

it('keeps most of the time for sequences where many settings can be changed', async () => {
  const contract = Object(tokenContract(0));
  const tokens = Object.fromEntries([0, 1, 2, 3, 4, 5].map((position) => [position, contract.tokens[0]]));
  const { findings, held, isCut } = await searchedIn({ ...contract, tokens }, 200);
  expect(findings.map(({ code }) => code)).toEqual(['invariant-broken']);
  expect({ held, isCut }).toEqual({ held: [], isCut: true });
});
