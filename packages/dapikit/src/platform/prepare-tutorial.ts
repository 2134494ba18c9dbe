import { createHash } from 'node:crypto';
import type { Platform } from '@dapikit/platform';
import { DPNS_ID, nameDocuments } from './dpns-name.js';

/** The contracts that the official tutorials read, the second for its history, unless DATA_CONTRACT_ID names another. */
const TUTORIAL_CONTRACTS = [
  'FW3DHrQiG24VqzPY4ARenMgjEPpBNuEQTZckV8hbVCG4',
  '5J4VPym1Bnc2Ap9bbo9wNw6fZLGsCzDM7ZScdzcggN1r',
];
/** Begins with the prefix that the tutorial for names looks for, and is so long that no contest for it starts. */
const TUTORIAL_NAME = 'Tutorial-Test-000001';

/**
 * Adds what the tutorials of dashpay/platform-tutorials read and expect on testnet: two contracts that keep their history, with a document
 * of type `note` each, and a name. Does nothing on a platform that has the contracts.
 * @param owner the id of the identity that gets them
 */
export async function prepareTutorial(platform: Platform, owner: string): Promise<void> {
  for (const id of TUTORIAL_CONTRACTS) {
    if ((await platform.getContract({ id })) !== undefined) return;
    await installNotes(platform, id, owner);
  }
  await registerName(platform, owner);
}

async function installNotes(platform: Platform, id: string, ownerId: string): Promise<void> {
  const note = {
    type: 'object',
    properties: { message: { type: 'string', maxLength: 1000, position: 0 } },
    additionalProperties: false,
  };
  await platform.installContract({
    contract: {
      $formatVersion: '1',
      id,
      ownerId,
      version: 1,
      config: { $formatVersion: '1', keepsHistory: true },
      documentSchemas: { note },
    },
  });
  const data = { message: 'Tutorial Test' };
  await platform.createDocument({ by: ownerId, contractId: id, documentType: 'note', data });
}

async function registerName(platform: Platform, by: string): Promise<void> {
  const salt = createHash('sha256').update(TUTORIAL_NAME).digest();
  const { preorder, domain } = nameDocuments(TUTORIAL_NAME, by, salt);
  const target = { by, contractId: DPNS_ID };
  await platform.createDocument({ ...target, documentType: 'preorder', data: preorder });
  await platform.createDocument({ ...target, documentType: 'domain', data: domain });
}
