import { createContext, useContext } from 'react';
import { createFormats, type Formats } from '../words/formats.ts';

/** The reader's own forms where no root says otherwise. */
export const FormatsContext = createContext<Formats>(createFormats());

export const useFormats = (): Formats => useContext(FormatsContext);
