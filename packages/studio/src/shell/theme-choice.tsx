import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../components/icon.js';
import { chosenTheme, chooseTheme, THEMES, type Theme } from '../theme/theme.js';

const SHOWN: Readonly<Record<Theme, { readonly icon: IconName; readonly label: string }>> = {
  system: { icon: 'half', label: 'as the system' },
  light: { icon: 'sun', label: 'light' },
  dark: { icon: 'moon', label: 'dark' },
};

/** A button that goes from one theme to the next. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const { icon, label } = SHOWN[theme];
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
