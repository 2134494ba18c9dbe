import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme, MarkdownRenderer } from 'vitepress';
import { withMermaid } from 'vitepress-plugin-mermaid';

type Token = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0]['tokens'][number];

const docs = fileURLToPath(new URL('..', import.meta.url));

/** Lists the pages of a folder by file name, each with its first heading. */
function pages(folder: string): DefaultTheme.SidebarItem[] {
  return readdirSync(`${docs}${folder}`)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((file) => ({
      text:
        /^# (.+)$/m.exec(readFileSync(`${docs}${folder}/${file}`, 'utf8'))?.[1]?.replaceAll('`', '') ?? file,
      link: `/${folder}/${file.replace(/\.md$/, '')}`,
    }));
}

/** Pages that head a group of the sidebar. */
const TABLES: ReadonlySet<string> = new Set([
  '/reference/consensus-errors',
  '/reference/grpc',
  '/reference/rules',
  '/reference/transitions',
]);

const sidebar: DefaultTheme.SidebarItem[] = [
  { text: 'Tutorials', items: pages('tutorials') },
  { text: 'How-to guides', items: pages('how-to') },
  {
    text: 'Reference',
    items: [
      { text: 'Methods', collapsed: true, link: '/reference/methods/', items: pages('reference/methods') },
      ...pages('reference').filter(({ link = '' }) => !TABLES.has(link)),
      { text: 'gRPC', collapsed: true, link: '/reference/grpc', items: pages('reference/grpc') },
      {
        text: 'State transitions',
        collapsed: true,
        link: '/reference/transitions',
        items: pages('reference/transitions'),
      },
      {
        text: 'Consensus errors',
        collapsed: true,
        link: '/reference/consensus-errors',
        items: pages('reference/consensus-errors'),
      },
      { text: 'Rules', collapsed: true, link: '/reference/rules', items: pages('reference/rules') },
      { text: 'API', collapsed: true, items: pages('reference/api') },
    ],
  },
  { text: 'Explanation', items: pages('explanation') },
  {
    text: 'Help',
    items: [
      { text: 'Glossary', link: '/glossary' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
  },
];

/** Gives each row of a table that starts with a number or reason of an error an anchor: `#40204`, `#invalidlimit`. */
function anchorErrors(md: MarkdownRenderer): void {
  md.core.ruler.push(
    'error-anchors',
    ({ tokens, env }: { tokens: Token[]; env: { relativePath?: string } }) => {
      if (!/^reference\/(?:consensus-)?errors\.md$/.test(env.relativePath ?? '')) return;
      for (const [at, { type, content }] of tokens.entries())
        if (type === 'inline' && /^(?:\d{5}|`[\w-]+`)$/.test(content) && tokens[at - 2]?.type === 'tr_open')
          tokens[at - 2]?.attrSet('id', content.replaceAll('`', '').toLowerCase());
    },
  );
}

/** Writes code in sentences as it is: `{{name}}` is no expression of the page. */
function keepBraces(md: MarkdownRenderer): void {
  const render = md.renderer.rules['code_inline'];
  md.renderer.rules['code_inline'] = (tokens, at, ...rest) => {
    tokens[at]?.attrSet('v-pre', '');
    return render?.(tokens, at, ...rest) ?? '';
  };
}

export default withMermaid({
  title: 'dapikit',
  description: 'Local development network, data contract rules and layer-1 gateway for Dash',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  // Pages outside docs/, such as ARCHITECTURE.md, are in the repository only.
  ignoreDeadLinks: [/\.\.\/(?:\.\.\/)*(?:ARCHITECTURE|deploy|examples|bench)/],
  // Generated pages name placeholders such as <file>: they are text.
  markdown: { html: false, config: (md) => [anchorErrors, keepBraces].forEach((extend) => extend(md)) },
  srcExclude: ['node_modules/**'],
  vite: { publicDir: false },
  themeConfig: {
    nav: [
      { text: 'Tutorials', link: '/tutorials/first-contract' },
      { text: 'How-to', link: '/how-to/run-in-production' },
      { text: 'Reference', link: '/reference/methods/' },
      { text: 'Explanation', link: '/explanation/concepts' },
    ],
    sidebar,
    search: { provider: 'local' },
    outline: [2, 3],
  },
});
