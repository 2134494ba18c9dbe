import { expect, it } from 'vitest';
import { decodeBase64 } from './base64-frames.js';

async function* chunksOf(chunks: readonly string[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

const decoded = async (...chunks: string[]): Promise<string> => {
  const bytes: Uint8Array[] = [];
  for await (const piece of decodeBase64(chunksOf(chunks))) bytes.push(piece);
  return Buffer.concat(bytes).toString();
};

it.each<[what: string, chunks: string[], text: string]>([
  ['nothing', [], ''],
  ['one piece', ['aGVsbG8h'], 'hello!'],
  ['a padded piece', ['aGVsbG8='], 'hello'],
  ['several padded pieces', ['aA==ZQ==bGxv'], 'hello'],
  ['groups cut between chunks', ['aG', 'VsbG', '8', '='], 'hello'],
  ['a piece that is padded in the next chunk', ['aGVsbG8', '=IQ=', '='], 'hello!'],
])('the decoder of base64 bodies decodes %s', async (_, chunks, text) => {
  expect(await decoded(...chunks)).toBe(text);
});

it.each(['a', 'aGVsbG', '====', '=AAA', 'A===', 'AA=A', 'AA==A', 'aG!=', 'aGV\n', 'a-_='])(
  'the decoder of base64 bodies rejects %j',
  async (text) => {
    await expect(decoded(text)).rejects.toMatchObject({ status: 'invalidArgument' });
  },
);

it('the decoder of base64 bodies decodes a large body in one piece, whatever its chunks', async () => {
  const bytes = Buffer.alloc(300_000, 'abc');
  const text = bytes.toString('base64');
  expect(await decoded(text)).toBe(bytes.toString());
  const chunks = Array.from({ length: text.length / 100 }, (_, at) => text.slice(at * 100, at * 100 + 100));
  expect(chunks).toHaveLength(4000);
  expect(await decoded(...chunks)).toBe(bytes.toString());
});

it('the decoder of base64 bodies decodes up to 1,000 padded pieces, and rejects more', async () => {
  expect(await decoded('YQ=='.repeat(600), 'YQ=='.repeat(400))).toBe('a'.repeat(1000));
  for (const chunks of [['YQ=='.repeat(1001)], ['YQ=='.repeat(600), 'YQ=='.repeat(401)]])
    await expect(decoded(...chunks)).rejects.toMatchObject({ status: 'invalidArgument' });
});
