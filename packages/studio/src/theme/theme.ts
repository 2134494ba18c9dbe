/** Describes a colour theme: that of the system, or a chosen one. */
export type Theme = 'system' | 'light' | 'dark';

/** Lists the themes, in the order in which the button changes them. */
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const KEY = 'dapikit-theme';

/** Loads the theme that was chosen in this browser; `system` where none was, or where nothing can be stored. */
export function loadTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme, and stores it where the browser allows that. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that stores nothing starts with the theme of the system.
  }
}

/** Applies a theme to the page. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
