import { useInsertionEffect, useMemo, type JSX, type ReactNode } from 'react';
import { createFormats, type FormatOptions } from '../words/formats.ts';
import { FormatsContext } from './formats-context.ts';
import { keepPressStyle } from './press-style.ts';
import { ThemeContext, type Theme } from './theme-context.ts';

export interface WitnessRootProps extends Pick<FormatOptions, 'locale' | 'timeZone'> {
  readonly theme?: Theme;
  readonly children: ReactNode;
}

/** The ground that all parts stand on: tokens of the theme, and how times are written. */
export const WitnessRoot = ({
  theme = 'inherit',
  locale,
  timeZone,
  children,
}: WitnessRootProps): JSX.Element => {
  useInsertionEffect(keepPressStyle, []);
  const formats = useMemo(() => createFormats({ locale, timeZone }), [locale, timeZone]);
  return (
    <FormatsContext value={formats}>
      <ThemeContext value={theme}>
        <div className="witness" data-theme={theme}>
          {children}
        </div>
      </ThemeContext>
    </FormatsContext>
  );
};
