// Runs before anything is drawn, so that a dark page does not flash in light.
import { applyTheme, loadTheme } from './theme.js';

applyTheme(loadTheme());
