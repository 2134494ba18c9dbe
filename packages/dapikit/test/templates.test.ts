import { formatContract, validateContract } from '@dapikit/contract';
import { createPlatform } from '@dapikit/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TEMPLATES, type TemplateName } from '../src/templates/templates.js';
import { callDapikit, folderWith } from './run-dapikit.js';

const ID = '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6';

/** A document of each type of each template. */
const DOCUMENTS: Readonly<Record<TemplateName, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> =
  {
    note: { note: { topic: 'a', text: 'b', stars: 5 } },
    token: { thanks: { text: 'for the fish' } },
    market: { item: { category: 'a', title: 'b' }, review: { seller: ID, stars: 5 } },
    vote: { poll: { question: 'a?', choices: 'yes\nno' }, vote: { poll: ID, choice: 1 } },
    blog: { post: { slug: 'a-b', title: 'A', text: 'B', tag: 'c' }, comment: { post: ID, text: 'a' } },
    chat: { channel: { name: 'a' }, message: { channel: ID, text: 'a' } },
  };

describe.each(Object.entries(DOCUMENTS))('the template %s', (name, documents) => {
  it('is formatted and has no error and no warning', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await callDapikit(['init', 'mine', '--template', name], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Wrote mine.json: a ')]);
    const checked = await callDapikit(['check', 'mine.json', '--quiet', '--max-warnings', '0'], { cwd });
    expect([checked.code, checked.stderr]).toEqual([0, '']);
    expect((await callDapikit(['fmt', '--check', 'mine.json'], { cwd })).code).toBe(0);
    const compared = await callDapikit(['diff', 'mine.json', 'mine.json'], { cwd });
    expect([compared.code, compared.stdout]).toEqual([0, expect.stringMatching(/^No changes\.\n/)]);
  });

  it('registers as it is and takes a document of each type', async () => {
    const { contract } = Object.entries(TEMPLATES).find(([one]) => one === name)?.[1] ?? {};
    const { text = '' } = formatContract(JSON.stringify(contract));
    expect(validateContract(text).ok).toBe(true);
    const platform = await createPlatform({ proofs: false });
    onTestFinished(async () => platform.close());
    const { id: by } = await platform.createIdentity();
    const registered = await platform.registerContract({ by, contract: text });
    const { contractId } = registered;
    expect(Object.keys(Object(registered.contract['documentSchemas'])).toSorted()).toEqual(
      Object.keys(documents).toSorted(),
    );
    for (const [documentType, data] of Object.entries(documents)) {
      const paid = documentType === 'thanks' && { tokenPaymentInfo: { maximumTokenCost: 1 } };
      const { document } = await platform.createDocument({ by, contractId, documentType, data, ...paid });
      expect(document).toMatchObject({ $ownerId: by, ...data });
    }
  });
});

it('init lists the templates for a name that is none', async () => {
  const { code, stderr } = await callDapikit(['init', '--template', 'shop'], { cwd: folderWith({}) });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('--template: expected one of note, token, market, vote, blog, chat'),
  ]);
});
