import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LanguageClient } from './language-client.js';
import { folderWith, runDapikit } from './run-dapikit.js';

const NOTE = `{
  "note": {
    "type": "object",
    "properties": { "text": { "type": "string", "maxLength": 63, "position": 0 } },
    "additionalProperties": false
  }
}`;
const ALL = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const folder = folderWith({});
const file = (name: string): string => join(folder, name);

describe('dapikit lsp', () => {
  let editor: LanguageClient;
  beforeAll(async () => {
    editor = await LanguageClient.start('--stdio', '--docs-url', 'https://docs.example.org/');
  }, 60_000);
  afterAll(async () => {
    await editor.stop();
  });

  it('names itself and its abilities', () => {
    expect(editor.initialized).toMatchObject({
      serverInfo: { name: 'dapikit' },
      capabilities: { hoverProvider: true, renameProvider: { prepareProvider: true } },
    });
  });

  it('reports errors at their place with fix and page, and none after they are gone', async () => {
    const path = file('errors.json');
    const text = NOTE.replace('"maxLength"', '"maxLenght"');
    const { diagnostics } = await editor.open(path, text);
    const misspelled = diagnostics.find(({ code }) => code === 'property-keyword-unknown');
    expect(misspelled).toMatchObject({
      severity: 1,
      source: 'dapikit',
      codeDescription: { href: 'https://docs.example.org/reference/rules/property-keyword-unknown' },
    });
    expect(editor.textOf(path).getText(misspelled?.range)).toBe('"maxLenght"');
    const place = editor.at(path, '"|maxLenght"').position;
    const [fix] = await editor.actions(path, { start: place, end: place });
    expect(fix).toMatchObject({ kind: 'quickfix', diagnostics: [{ code: 'property-keyword-unknown' }] });
    const edits = fix?.edit?.changes?.[editor.textOf(path).uri] ?? [];
    expect(await editor.type(path, edits)).toMatchObject({ diagnostics: [] });
    expect(editor.textOf(path).getText()).toBe(NOTE);
  });

  it('fixes everything at once, trailing commas too', async () => {
    const path = file('all.json');
    await editor.open(
      path,
      '{"note": {"type": "object", "propertys": {"text": {"type": "string", "maxLength": 63,},},},}',
    );
    const [all] = await editor.actions(path, ALL, ['source.fixAll']);
    expect(all).toMatchObject({ kind: 'source.fixAll.dapikit' });
    const edits = all?.edit?.changes?.[editor.textOf(path).uri] ?? [];
    expect(await editor.type(path, edits)).toMatchObject({ diagnostics: [] });
    expect(JSON.parse(editor.textOf(path).getText())).toEqual({
      note: {
        type: 'object',
        properties: { text: { type: 'string', maxLength: 63, position: 0 } },
        additionalProperties: false,
      },
    });
  });

  it('describes keywords, and the rules of errors', async () => {
    const path = file('hover.json');
    await editor.open(path, NOTE.replace('"position": 0', '"position": 1'));
    expect(await editor.hover(path, '"max|Length"')).toContain('characters');
    expect(await editor.hover(path, '"position": |1')).toMatch(
      /\*\*.+\*\* \(`document-type-property-positions`\): /,
    );
    expect(await editor.hover(path, '|{\n  "note"')).not.toContain('In an update');
  });

  it('describes keywords of a file that names a schema of its own', async () => {
    const path = file('schema.json');
    const whole = `{"$schema": "./absent.json", "documents": ${NOTE}}`;
    await editor.open(path, whole);
    expect(await editor.hover(path, '"max|Length"')).toContain('characters');
  });

  it('completes keywords and values', async () => {
    const path = file('complete.json');
    await editor.open(path, NOTE.replace('"maxLength": 63', '"m"').replace('"object"', '""'));
    const keywords = await editor.complete(path, '"m|"');
    expect(keywords.map(({ label }) => label)).toEqual(expect.arrayContaining(['maxLength', 'minLength']));
    const indices = await editor.complete(path, '"additionalProperties": false|');
    expect(indices.map(({ label }) => label)).toContain('false');
  });

  it('shows the fee and the size of a registration as check and fees do', async () => {
    const path = file('lens.json');
    await editor.open(path, NOTE);
    expect(await editor.lenses(path)).toEqual([
      expect.stringMatching(/^Registration: 0\.1\d+ DASH \(estimate\), \d+ bytes$/),
    ]);
    await editor.type(path, [{ range: ALL, newText: '{"note": {}}' }]);
    expect(await editor.lenses(path)).toEqual(['Registration: rejected, see the errors']);
  });

  it('renames a document type and what refers to it', async () => {
    const path = file('rename.json');
    await editor.open(
      path,
      NOTE.replace(
        /\}$/,
        ', "list": { "type": "object", "properties": {}, "additionalProperties": false } }',
      ),
    );
    expect(await editor.prepareRename(path, '"no|te"')).toMatchObject({ placeholder: 'note' });
    expect(await editor.prepareRename(path, '"te|xt"')).toBeNull();
    const edits = await editor.rename(path, '"no|te"', 'memo');
    await editor.type(path, edits);
    expect(
      editor
        .textOf(path)
        .getText()
        .match(/"(?:note|memo|list)"/g),
    ).toEqual(['"memo"', '"list"']);
    await expect(editor.rename(path, '"me|mo"', 'list')).rejects.toThrow('"list" is the name of another');
    await expect(editor.rename(path, '"me|mo"', 'a b')).rejects.toThrow(/a b/);
    await expect(editor.rename(path, '"te|xt"', 'b')).rejects.toThrow('no name of a document type here');
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'no json'],
    ['an open array', '[1, 2'],
    ['5,000 levels of nesting', '{"a": '.repeat(5000)],
    ['null', 'null'],
    ['an open text', '"😀'],
  ])('serves on after %s', async (_, text) => {
    const path = file('bad.json');
    await editor.open(path, text);
    await Promise.allSettled([
      editor.hover(path, '|'),
      editor.complete(path, '|'),
      editor.lenses(path),
      editor.actions(path, ALL),
      editor.prepareRename(path, '|'),
    ]);
    expect(await editor.lenses(path)).toEqual([expect.stringMatching(/^Registration: /)]);
    await editor.close(path);
  });

  it('judges no file that is larger than a contract can be', async () => {
    const path = file('large.json');
    const { diagnostics } = await editor.open(path, ' '.repeat(2 ** 20 + 1));
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('larger than 1 MiB')]);
    expect(await editor.lenses(path)).toEqual(['Registration: not judged']);
  });
});

describe('dapikit lsp --baseline', () => {
  const repository = folderWith({ 'contracts/note.json': NOTE });
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: repository });
  };
  let editor: LanguageClient;
  beforeAll(async () => {
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'One');
    editor = await LanguageClient.start('--baseline', 'git:main');
  }, 60_000);
  afterAll(async () => {
    await editor.stop();
  });

  it('judges a changed file as an update, and says what an update may change', async () => {
    const path = join(repository, 'contracts/note.json');
    expect(await editor.open(path, NOTE)).toMatchObject({ diagnostics: [] });
    expect(await editor.lenses(path)).toEqual([expect.any(String), 'Unchanged since git:main']);
    expect(await editor.hover(path, '"max|Length"')).toContain(
      '**In an update of git:main** it\n\n- can be removed\n- can be raised\n- cannot be lowered (`update-limit`)',
    );
    const { position } = editor.at(path, '|63');
    const range = { start: position, end: { ...position, character: position.character + 2 } };
    const { diagnostics } = await editor.type(path, [{ range, newText: '62' }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['update-limit']);
    expect((await editor.lenses(path))[1]).toBe('Update of git:main: 1 change, rejected, see the errors');
    await editor.type(path, [{ range, newText: '64' }]);
    expect((await editor.lenses(path))[1]).toMatch(
      /^Update of git:main: 1 change, allowed, at most 0\.\d+ DASH/,
    );
  });

  it('reads the branch again when the file is saved', async () => {
    const path = join(repository, 'contracts/late.json');
    await editor.open(path, NOTE);
    expect((await editor.lenses(path))[1]).toMatch(/^No baseline: .*late\.json/);
    execFileSync('cp', ['contracts/note.json', 'contracts/late.json'], { cwd: repository });
    git('add', '.');
    git('commit', '-q', '-m', 'Two');
    await editor.save(path);
    await expect.poll(async () => (await editor.lenses(path))[1]).toBe('Unchanged since git:main');
  });

  it('says why a file has no baseline', async () => {
    const path = join(folderWith({}), 'alone.json');
    await editor.open(path, NOTE);
    expect((await editor.lenses(path))[1]).toMatch(/^No baseline: .*not a git repository/);
  });
});

describe('the end of dapikit lsp', () => {
  it('has exit code 0 after a shutdown, and 1 when the editor is gone', async () => {
    const [one, other] = await Promise.all([LanguageClient.start(), LanguageClient.start()]);
    expect(await one.stop()).toBe(0);
    const ended = once(other.process, 'exit');
    other.process.stdin?.end();
    expect(await ended).toEqual([1, null]);
    other.connection.dispose();
  }, 60_000);

  it('rejects a baseline that is no revision', () => {
    const { code, stderr } = runDapikit(['lsp', '--baseline', 'main']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--baseline: expected a revision such as git:main'),
    ]);
  });
});
