import { createContext, useContext } from 'react';

/** `inherit` takes the page's own colour scheme; `auto` follows the reader's system. */
export type Theme = 'inherit' | 'auto' | 'light' | 'dark';

export const ThemeContext = createContext<Theme>('inherit');

/** What overlays need, which stand outside of the root. */
export const useTheme = (): Theme => useContext(ThemeContext);
