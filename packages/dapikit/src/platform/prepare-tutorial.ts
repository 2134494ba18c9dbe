import { createHash } from 'node:crypto';
import type { Platform } from '@dapikit/platform';

/** The contracts that the official tutorials read, the second for its history, unless DATA_CONTRACT_ID names another. */
const TUTORIAL_CONTRACTS = [
  'FW3DHrQiG24VqzPY4ARenMgjEPpBNuEQTZckV8hbVCG4',
  '5J4VPym1Bnc2Ap9bbo9wNw6fZLGsCzDM7ZScdzcggN1r',
];
const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
/** Begins with the prefix that the tutorial for names looks for, and is so long that no contest for it starts. */
const TUTORIAL_NAME = 'Tutorial-Test-000001';
const NORMALIZED_NAME = 'tut0r1a1-test-000001';

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
  const preorderSalt = sha256(Buffer.from(TUTORIAL_NAME));
  const salted = Buffer.concat([preorderSalt, Buffer.from(`${NORMALIZED_NAME}.dash`)]);
  const saltedDomainHash = sha256(sha256(salted));
  await platform.createDocument({
    by,
    contractId: DPNS,
    documentType: 'preorder',
    data: { saltedDomainHash },
  });
  await platform.createDocument({
    by,
    contractId: DPNS,
    documentType: 'domain',
    data: {
      label: TUTORIAL_NAME,
      normalizedLabel: NORMALIZED_NAME,
      parentDomainName: 'dash',
      normalizedParentDomainName: 'dash',
      preorderSalt,
      records: { identity: by },
      subdomainRules: { allowSubdomains: false },
    },
  });
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
