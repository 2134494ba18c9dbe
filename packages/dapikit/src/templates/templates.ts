import { BLOG } from './blog.js';
import { CHAT } from './chat.js';
import { MARKET } from './market.js';
import { NOTE } from './note.js';
import type { Template } from './template.js';
import { TOKEN } from './token.js';
import { VOTE } from './vote.js';

/** Lists the contracts to start from by their names. */
export const TEMPLATES = {
  note: NOTE,
  token: TOKEN,
  market: MARKET,
  vote: VOTE,
  blog: BLOG,
  chat: CHAT,
} as const satisfies Readonly<Record<string, Template>>;

/** Names a contract to start from. */
export type TemplateName = keyof typeof TEMPLATES;
