import { readFileSync } from 'node:fs';

const PAGES = new URL('../pages/', import.meta.url);

/**
 * Returns a Markdown page of `pages/` with each `{{slot}}` replaced by the value of its name.
 * @throws {Error} if a slot has no value, or a value has no slot
 */
export function fillPage(file: string, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const page = readFileSync(new URL(file, PAGES), 'utf8').replaceAll(
    /\{\{([a-z-]+)\}\}/g,
    (_, slot: string) => {
      const value = values[slot];
      if (value === undefined) throw new Error(`pages/${file} has a slot without a value: ${slot}`);
      used.add(slot);
      return value;
    },
  );
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`pages/${file} lacks the slots ${unused.join(', ')}`);
  return page;
}
