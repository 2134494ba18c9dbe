/** The official SDK. It asks for full validation, and yet rejects next to nothing. */
export async function load() {
  const { DataContract, ensureInitialized } = await import('@dashevo/evo-sdk');
  await ensureInitialized();
  return {
    write: (schemas) => JSON.stringify({ ...FRAME, documentSchemas: schemas }, null, 2),
    accepts(text) {
      try {
        DataContract.fromJSON(JSON.parse(text), true, 12).free();
        return true;
      } catch {
        return false;
      }
    },
  };
}

const NOBODY = '1'.repeat(32);
const FRAME = {
  $formatVersion: '1',
  id: NOBODY,
  ownerId: NOBODY,
  version: 1,
  config: {
    $formatVersion: '1',
    canBeDeleted: false,
    readonly: false,
    keepsHistory: false,
    documentsKeepHistoryContractDefault: false,
    documentsMutableContractDefault: true,
    documentsCanBeDeletedContractDefault: true,
    requiresIdentityEncryptionBoundedKey: null,
    requiresIdentityDecryptionBoundedKey: null,
    sizedIntegerTypes: true,
  },
};
