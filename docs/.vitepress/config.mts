import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme, type MarkdownEnv, type MarkdownRenderer } from 'vitepress';

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
      // Their pages, one a rule, error, method or transition, are behind the tables: a sidebar with 700 links takes most of the build.
      { text: 'gRPC', link: '/reference/grpc' },
      { text: 'State transitions', link: '/reference/transitions' },
      { text: 'Consensus errors', link: '/reference/consensus-errors' },
      { text: 'Rules', link: '/reference/rules' },
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

/** Writes diagrams of mermaid as their text, which the theme draws. */
function keepDiagrams(md: MarkdownRenderer): void {
  const render = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    const token = tokens[at];
    if (token?.info.trim() === 'mermaid')
      return `<pre class="mermaid" v-pre>${md.utils.escapeHtml(token.content)}</pre>`;
    return render?.(tokens, at, ...rest) ?? '';
  };
}

/** Renders a page for the search, without colours of code: they take half of the time. */
function renderForSearch(text: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  const { highlight } = md.options;
  md.options.highlight = null;
  try {
    const html = md.render(text, env);
    return env.frontmatter?.['search'] === false ? '' : html;
  } finally {
    md.options.highlight = highlight;
  }
}

/** Returns the first sentence of a page: of its first paragraph that is no heading, list, table or code. */
function firstSentence(link: string): string {
  const text = readFileSync(`${docs}${link.replace(/\/$/, '/README')}.md`, 'utf8');
  const paragraph = text.split(/\n{2,}/).find((block) => !/^(?:#|```|[|<>]|[-\d]+\.? )/.test(block)) ?? '';
  const plain = paragraph.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('\n', ' ');
  return /^.*?\.(?= [A-Z`]|$)/.exec(plain)?.[0] ?? plain;
}

/** Lists the pages that a person wrote for programs that read them: https://llmstxt.org. */
function llmsText(): string {
  const sections = ['tutorials', 'how-to', 'reference', 'explanation'].map((folder) => {
    const lines = pages(folder).map(({ text, link = '' }) => `- [${text}](${link}): ${firstSentence(link)}`);
    return [`## ${folder}`, '', ...lines].join('\n');
  });
  return `# dapikit\n\n> ${DESCRIPTION}\n\n${sections.join('\n\n')}\n`;
}

const DESCRIPTION = 'Local development network, data contract rules and layer-1 gateway for Dash';

/** Options of the search. The page gets the functions as text, so that they refer to nothing else. */
const SEARCH: DefaultTheme.LocalSearchOptions = {
  _render: renderForSearch,
  miniSearch: {
    searchOptions: {
      // Guides come before the pages that are written from code.
      boostDocument: (id: string) =>
        /^\/reference\/(?:api|methods|grpc|rules|transitions|consensus-errors)\//.test(id) ? 0.3 : 1,
      // Words that people look for, and those of the pages.
      processTerm: (term: string) => {
        const word = term.toLowerCase();
        const others: Record<string, string[]> = {
          faucet: ['fund', 'funded'],
          airdrop: ['fund', 'funded', 'mint'],
          fork: ['snapshot', 'dump', 'export'],
          anvil: ['dev'],
          hardhat: ['dev'],
          logs: ['log'],
          trace: ['trace', 'rejections'],
          nft: ['transferable', 'tradeMode', 'purchase'],
          erc20: ['token'],
          orm: ['client', 'generate'],
          schema: ['schema', 'contract'],
          dapi: ['gateway', 'grpc'],
        };
        return [word, ...(Object.hasOwn(others, word) ? others[word] : [])].map((one) => one.toLowerCase());
      },
    },
  },
};

/** The icon of the studio. In the page itself: the address of a file would depend on the path of the site. */
const ICON = readFileSync(new URL('../../packages/studio/src/icon.svg', import.meta.url), 'utf8');

export default defineConfig({
  title: 'dapikit',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  description: DESCRIPTION,
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  // Pages outside docs/, such as ARCHITECTURE.md, are in the repository only.
  ignoreDeadLinks: [/\.\.\/(?:\.\.\/)*(?:ARCHITECTURE|deploy|examples|bench)/],
  // Generated pages name placeholders such as <file>: they are text.
  markdown: {
    html: false,
    config: (md) => [anchorErrors, keepBraces, keepDiagrams].forEach((extend) => extend(md)),
  },
  srcExclude: ['node_modules/**'],
  vite: { publicDir: false },
  buildEnd: ({ outDir }) => writeFileSync(`${outDir}/llms.txt`, llmsText()),
  themeConfig: {
    nav: [
      { text: 'Tutorials', link: '/tutorials/first-contract' },
      { text: 'How-to', link: '/how-to/run-in-production' },
      { text: 'Reference', link: '/reference/methods/' },
      { text: 'Explanation', link: '/explanation/concepts' },
    ],
    sidebar,
    search: { provider: 'local', options: SEARCH },
    outline: [2, 3],
  },
});
