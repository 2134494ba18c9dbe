import { expect, it } from 'vitest';
import type { Finding } from '../../src/attack/suite/finding.js';
import { replay, reportOf } from './attack-fixture.js';
import { CLOSED, closedToken } from './closed-token.js';
import { tokenContract } from './token-contract.js';

const withToken = (changes: object): object => {
  const contract = Object(tokenContract(0));
  return { ...contract, tokens: { 0: { ...contract.tokens[0], ...changes } } };
};

/** Attacks a contract, and replays what is found about its token. */
async function findingsOf(contract: object): Promise<readonly Finding[]> {
  const { findings } = await reportOf(contract);
  const found = findings.filter(({ documentType }) => documentType === undefined);
  for (const { steps } of found) expect(await replay(contract, steps)).toEqual(steps);
  return found;
}

const codesOf = async (contract: object): Promise<readonly string[]> =>
  (await findingsOf(contract)).map(({ code }) => code);

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
  ['token-supply-unlimited', { maxSupply: 5000, maxSupplyChangeRules: CLOSED }],
  ['token-supply-unlimited', { maxSupply: 2_100_000_000_000_000, maxSupplyChangeRules: CLOSED }],
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

it('finds who lifts the limit of the supply, and mints more than it', async () => {
  const findings = await findingsOf(withToken({ maxSupply: 5000 }));
  expect(findings.find(({ code }) => code === 'token-supply-unlimited')).toMatchObject({
    message: 'the owner of the contract can lift the "maxSupply" of token 0 and mint any amount',
    at: '/tokens/0/maxSupplyChangeRules',
    fix: { text: expect.stringMatching(/"maxSupply".*"maxSupplyChangeRules"/) },
    steps: [{ step: { action: 'changeSetting' } }, { step: { action: 'mint', amount: 4001n } }],
  });
});

it('says nothing of a limit of the supply that the network has in any case', async () => {
  const { findings } = await reportOf(withToken({ maxSupply: '9223372036854775807', baseSupply: 0 }));
  expect(findings.map(({ code }) => code)).not.toContain('token-supply-unlimited');
});

const DESTINATION = '4GJwNxkWgF52PZ6MvMzf4AQr9v1kgVSuJtyKDYg5e3Ri';

it('finds who mints for the destination of new tokens only', async () => {
  const { distributionRules } = Object(tokenContract(0)).tokens[0];
  const codes = await codesOf(
    withToken({
      baseSupply: 0,
      distributionRules: {
        ...distributionRules,
        newTokensDestinationIdentity: DESTINATION,
        mintingAllowChoosingDestination: false,
      },
    }),
  );
  expect(codes).toEqual(['token-taken', 'token-supply-unlimited', 'token-minter-changes']);
});

const by = (taker: object): object => ({ ...CLOSED, authorizedToMakeChange: taker });

it('finds two identities who take tokens together', async () => {
  const findings = await findingsOf(
    closedToken({
      freezeRules: by({ $type: 'identity', identity: DESTINATION }),
      destroyFrozenFundsRules: by({ $type: 'contractOwner' }),
    }),
  );
  expect(findings.map(({ message }) => message)).toEqual([
    'bob and the owner of the contract together can freeze and destroy what others have of token 0',
  ]);
});
