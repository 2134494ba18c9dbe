// Writes the document meta-schema of the protocol preview, with the operands of its patch, as a module of @dapikit/contract.
import { readFileSync, writeFileSync } from 'node:fs';

const fixtures = new URL('../../fixtures/protocol-14/', import.meta.url);
const target = new URL('../../packages/contract/src/meta/meta-schema-text.ts', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, fixtures), 'utf8'));

const schema = read('document-meta-v3.json');
for (const { op, path, value } of read('document-meta-v3.later-operands.patch.json')) {
  if (op !== 'add') throw new TypeError(`unexpected operation ${op} at ${path}`);
  const keys = path.slice(1).split('/');
  const name = keys.pop();
  let at = schema;
  for (const key of keys) at = at[key];
  at[name] = value;
}

const text = JSON.stringify(schema).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
writeFileSync(
  target,
  `// Written by scripts/build/write-meta-schema.mjs from fixtures/protocol-14.

/**
 * Holds document meta-schema v3 as JSON text, without descriptions.
 *
 * Source: \`packages/rs-dpp/schema/meta_schemas/document/v3/document-meta.json\` in dashpay/platform; fixtures/protocol-14/REVISION.
 */
export const META_SCHEMA_TEXT =
  '${text}';
`,
);
