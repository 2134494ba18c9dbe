import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../components/icon.js';
import { loadTheme, chooseTheme, THEMES, type Theme } from '../theme/theme.js';

const THEME_LABELS: Readonly<Record<Theme, { readonly icon: IconName; readonly label: string }>> = {
  system: { icon: 'half', label: 'system' },
  light: { icon: 'sun', label: 'light' },
  dark: { icon: 'moon', label: 'dark' },
};

/** Shows a button that changes to the next theme. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(loadTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const { icon, label } = THEME_LABELS[theme];
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Theme: ${label}. Change it`}
      title={`Theme: ${label}`}
      onClick={() => {
        chooseTheme(next);
        setTheme(next);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
