import { expect, it } from 'vitest';
import { replay, reportOf } from './attack-fixture.js';
import { CLOSED } from './closed-token.js';
import { tokenContract } from './token-contract.js';

const withToken = (changes: object): object => {
  const contract = Object(tokenContract(0));
  return { ...contract, tokens: { 0: { ...contract.tokens[0], ...changes } } };
};

/** Attacks a contract, replays what is found about its token, and returns the codes. */
async function codesOf(contract: object): Promise<readonly string[]> {
  const { findings } = await reportOf(contract);
  const found = findings.filter(({ documentType }) => documentType === undefined);
  for (const { steps } of found) expect(await replay(contract, steps)).toEqual(steps);
  return found.map(({ code }) => code);
}

it('finds what somebody can do with the tokens of others, with steps that replay', async () => {
  const contract = tokenContract(0);
  const { findings } = await reportOf(contract);
  expect(findings.find(({ code }) => code === 'token-taken')).toMatchObject({
    severity: 'warning',
    message: 'the owner of the contract can freeze and destroy what others have of token 0',
    at: '/tokens/0/destroyFrozenFundsRules',
  });
  expect(await codesOf(contract)).toEqual(['token-taken', 'token-supply-unlimited', 'token-minter-changes']);
});

it.each([
  ['token-taken', { destroyFrozenFundsRules: CLOSED }],
  ['token-supply-unlimited', { maxSupply: 5000 }],
  [
    'token-minter-changes',
    { manualMintingRules: { ...CLOSED, authorizedToMakeChange: { $type: 'contractOwner' } } },
  ],
])('says nothing of %s where the rules close it', async (code, changes) => {
  const codes = await codesOf(withToken(changes));
  expect(codes).not.toContain(code);
  expect(codes).toHaveLength(2);
});

it('says nothing of a token whose rules let nobody act', async () => {
  const rules = ['manualMintingRules', 'freezeRules', 'destroyFrozenFundsRules'];
  expect(await codesOf(withToken(Object.fromEntries(rules.map((name) => [name, CLOSED]))))).toEqual([]);
});
